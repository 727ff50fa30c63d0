import { texts } from '../lib/texts.ts'

export const t = texts('history', {
  title: 'History',
  back: 'Back to page',
  loadFailed: 'Could not load the history',
  emptyTitle: 'No history yet',
  empty:
    'From now on, every change to this page is kept here. You can review earlier versions and restore them.',
  untitled: 'Untitled',

  versions: 'Versions',
  currentVersion: 'Current version',
  version: 'Version',
  authorAndTime: '<author></author> · <ago></ago>',
  viaApi: 'API',
  viaAgent: 'Agent',
  viaChat: 'Chat',
  viaCommandLine: 'Command line',
  viaImport: 'Import',

  showRun: 'Show run',
  activity: 'Activity on this page',
  view: 'View',
  changes: 'Changes',
  text: 'Text',
  whoWrote: 'Who wrote this',
  restore: 'Restore this version',
  restored: 'Version restored',
  restoreFailed: 'Could not restore the version',

  titleAndIcon: 'Title and icon',
  fieldTitle: 'Title',
  fieldIcon: 'Icon',
  noIcon: 'None',
  titleChanged: 'Title changed from “{from}” to “{to}”',
  iconChanged: 'Icon changed from {from} to {to}',
  fieldProperties: 'Properties',
  noProperties: 'None',
  propertiesChanged: 'Properties changed from “{from}” to “{to}”',
  unchanged: 'The text, title and icon are the same. The formatting may have changed.',
  textUnchanged: 'The text is the same.',
})

export const authorTexts = texts('history.authors', {
  label: 'Who wrote each part',
  unknown: 'Unknown',
  noText: 'This version has no text.',
})

export const unacceptedTexts = texts('history.unaccepted', {
  title: 'Not accepted yet',
  explanation: 'No person has accepted or edited this text of programs.',
  blocks: '{count, plural, one {# block} other {# blocks}}',
  unknown: 'Unknown',
  accept: 'Accept',
  failed: 'Could not accept the text',
})
