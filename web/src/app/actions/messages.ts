import { texts } from '../../lib/texts.ts'

export const t = texts('app.actions', {
  newPage: 'New page',
  newSubpage: 'New subpage of this page',
  light: 'Use the light theme',
  dark: 'Use the dark theme',
  system: 'Use the theme of the system',
  settingsOf: 'Settings: {name}',
  share: 'Share this page',
  history: 'History of this page',
  move: 'Move this page to…',
  trash: 'Move this page to the trash',
  addFavourite: 'Add this page to your favourites',
  removeFavourite: 'Remove this page from your favourites',
  print: 'Print this page',
  copyLink: 'Copy the link to this page',
  linkCopied: 'Link copied',
  notCreated: 'The page was not created',
  notCopied: 'The link was not copied',
})
