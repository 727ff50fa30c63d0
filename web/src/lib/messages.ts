import { texts } from './texts.ts'

export const t = texts('lib', {
  justNow: 'just now',
  unreachable: 'The server is not responding. Check your connection, then try again.',
  unknownCode: 'Something went wrong ({code}). Reload the page, then try again.',
  fieldNotAccepted: 'This was not accepted.',
  passkeyNotConfirmed: 'The passkey was not confirmed in time. Try again.',
  passkeyOnDevice: 'This device already has a passkey for your account.',
  appFailed: 'The app failed. Reload the page. If it happens again, tell your administrator.',
  uploadUnreachable:
    'The server is not responding. Resume the upload later to continue where it stopped.',
  uploadRetrying: 'No connection to the server. The upload resumes when the connection is back.',
  uploadRetryingAfter: '{reason} Quire tries the upload again.',
  uploadUnreadable: 'The browser can no longer read the file. Choose the file again.',
  uploadCancelled: 'The upload was cancelled.',
  untitled: 'Untitled',
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  viewer: 'Viewer',
  ownerRights: 'Can do everything and see all API keys',
  adminRights: 'Can manage members, settings and all pages',
  memberRights: 'Can read and edit pages',
  viewerRights: 'Can read pages',
})
