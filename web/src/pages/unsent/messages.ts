import { texts } from '../../lib/texts.ts'

export const t = texts('pages.unsent', {
  title: 'Unsent changes',
  description:
    'Changes in this browser that the server does not have yet. Open one to continue editing it.',
  emptyTitle: 'All changes are sent',
  empty: 'Your changes are sent as you write. Changes that cannot be sent are listed here.',
  list: 'Unsent changes',
  untitled: 'Untitled',
  openElsewhere: 'The page is open in another tab.',
  written: 'Written <ago></ago>.',
  send: 'Send {title}',
  sendFailed: 'Could not send the changes',
  download: 'Download {title}',
  discard: 'Discard {title}',
  discardTitle: 'Discard these changes?',
  discardHint: 'Your unsent changes to “{title}” are lost. The page on the server stays as it is.',
  discardTextHint: 'What you wrote in “{title}” is lost.',
  confirmDiscard: 'Discard',

  notSent: 'Not sent',
  notSentReason: 'The page was closed before its last changes were sent.',
  offline: 'Offline',
  offlineReason:
    'The server does not respond. Your changes are kept in this browser and sent as soon as it does.',
  changedElsewhere: 'Changed elsewhere',
  changedElsewhereReason: 'Someone else changed the same part of this page. Choose what to keep.',
  signedOut: 'Signed out',
  signedOutReason:
    'Your session has ended. Your changes are kept in this browser and sent when you sign in again.',
  inTrash: 'In the trash',
  inTrashReason:
    'This page is in the trash. Your changes are kept in this browser only. Restore the page, or save them as a new page.',
  notSaved: 'Not saved',
  lostReason:
    'You can no longer open this page. Your changes are kept in this browser only. Copy or download them.',
  noAccessReason:
    'You can no longer edit this page. Your changes are kept in this browser only. Copy or download them.',
  tooLarge: 'Too large',
  tooLargeReason:
    'This page is too large for the server. Your changes are kept in this browser only. Move part of the page to another page.',
  storageFullReason: '{message} Your changes are kept in this browser and sent when there is room.',
  serverErrorReason: '{message} Your changes are kept in this browser and sent again soon.',
  oldApp: 'Reload needed',
  oldAppReason:
    'The server has a newer version of Quire. Your changes are kept in this browser. Reload the page to send them.',
  refusedReason: '{message} Your changes are kept in this browser only.',
})
