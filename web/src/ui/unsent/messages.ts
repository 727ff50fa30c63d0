import { texts } from '../../lib/texts.ts'

export const t = texts('ui.unsent', {
  comments: 'Comments that were not sent',
  copy: 'Copy text',
})
