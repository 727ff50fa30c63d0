import { texts } from '../lib/texts.ts'

export const t = texts('visitors', {
  passwordTitle: 'This page is protected',
  passwordHint: 'Enter the password that you received with the link.',
  password: 'Password',
  open: 'Open',
  endedTitle: 'This link does not work',
  endedHint: 'It was revoked, has expired, or is incomplete. Ask for a new link.',
  unsentHint: 'Your last changes were not saved. Copy them before you close this page.',
  unsent: 'Text that was not saved',
  copy: 'Copy text',
  nameForComments: 'Enter your name to comment.',
  nameForEdits: 'Enter your name to edit and comment.',
  nameHint: 'Everyone who can read the page sees it.',
  name: 'Your name',
  continue: 'Continue',
  pages: 'Pages',
  untitled: 'Untitled',
  noPage: 'This page is not part of the link, or was deleted.',
})
