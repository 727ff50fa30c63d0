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
  added: 'Added:',
  removed: 'Removed:',
  unchanged: 'The text, title and icon are the same. The formatting may have changed.',
  textUnchanged: 'The text is the same.',
  showUnchanged: '{count, plural, one {Show # unchanged line} other {Show # unchanged lines}}',
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

export const revertTexts = texts('history.revert', {
  revert: 'Revert this run…',
  question: 'Revert the run of {name}?',
  explanation:
    'Later changes by others stay. Clear the pages that you want to leave as they are. You can revert the revert.',
  nothing: 'This run has no changes left to revert.',
  pages: 'Pages of this run',
  untitled: 'Untitled',
  cancel: 'Cancel',
  confirm: 'Revert run',
  reverted: 'Run reverted',
  failed: 'Could not revert the run',
  trash: 'Moves to the trash',
  restore: 'Restored from the trash',
  move: 'Returns to its former place',
  text: 'Text reverted',
  title: 'Title reverted',
  icon: 'Icon reverted',
  properties: 'Properties reverted',
  comments: 'Comments removed, threads as before',
  files: 'Files detached',
  words:
    '{added, plural, one {# word} other {# words}} restored, {removed, plural, one {# word} other {# words}} removed',
  usedByOthers: 'The page stays because others use it',
  movedByOthers: 'Stays where others moved it',
  deletedByOthers: 'Stays in the trash because others deleted it',
  parentGone: 'Stays in place because you cannot move it back to its former parent',
  noAccess: 'You cannot edit this page',
  historyGone: 'The history does not go back far enough',
  notPossible: 'Some changes could not be reverted',
  approximate: 'Compared by version, because the single changes are no longer stored',
  remainingInside: 'Text by others stays:',
  remainingCopied: 'Copied by others, stays:',
  renamedFiles: '{count, plural, one {# file gets} other {# files get}} the former name back.',
  cannotUndo: 'What cannot be undone',
  webhooks: '{count, plural, one {# webhook delivery} other {# webhook deliveries}}',
  chats: 'Messages in connected chats',
  mentions: '{count, plural, one {# mention} other {# mentions}} in comments, with emails',
  purgedPages:
    '{count, plural, one {# permanently deleted page} other {# permanently deleted pages}}',
  deletedComments: '{count, plural, one {# deleted comment} other {# deleted comments}}',
  editedComments: '{count, plural, one {# edited comment} other {# edited comments}}',
  deletedFiles: '{count, plural, one {# deleted file} other {# deleted files}}',
  uploadedFiles:
    '{count, plural, one {# uploaded file stays} other {# uploaded files stay}} in the workspace',
  permissions: '{count, plural, one {# change} other {# changes}} of permissions',
})
