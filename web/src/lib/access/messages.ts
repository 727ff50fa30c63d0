import { texts } from '../texts.ts'

/** The names of the levels. */
export const t = texts('levels', {
  read: 'Can read',
  comment: 'Can comment',
  propose: 'Can propose changes',
  write: 'Can edit',
  manage: 'Can manage',
})
