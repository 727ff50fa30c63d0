import { texts } from './texts.ts'

export const t = texts('lib', {
  justNow: 'just now',
})
