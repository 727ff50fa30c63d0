import { texts } from '../../lib/texts.ts'

export const t = texts('tree.move', {
  moveTitle: 'Move “{title}”?',
  gainAccess: 'These people get access to “{title}” and its subpages: {names}.',
  gainLevel: 'These people can then do more with “{title}” and its subpages: {names}.',
  everyone: 'everyone in the workspace',
  link: 'anyone with a share link',
  move: 'Move',
})
