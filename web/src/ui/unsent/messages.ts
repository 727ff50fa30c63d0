import { texts } from '../../lib/texts.ts'

export const t = texts('ui.unsent', {
  comments: 'Comments that were not sent',
  copy: 'Copy text',
  discardTitle: 'Discard what you wrote?',
  discardHint: 'It was not sent, and will be lost.',
  discard: 'Discard',
})
