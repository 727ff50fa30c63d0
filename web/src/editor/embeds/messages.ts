import { texts } from '../../lib/texts.ts'

export const t = texts('editor.embeds', {
  notReadable: 'This page is not shared with you, or it was deleted.',
  partMissing: 'This part of the page no longer exists.',
  cut: 'Open the page to read the rest.',
  task: 'Task',
  turnIntoEmbed: 'Show page here',
  turnIntoLink: 'Show as link',
  embedsItself: 'A page cannot contain itself. Add a link instead.',
})
