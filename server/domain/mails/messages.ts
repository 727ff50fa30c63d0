import { catalogue } from '../../../messages/catalogue.ts'

export const mailMessages = catalogue('mails', {
  invitationSubject: '{inviter} invites you to {workspace}',
  invitation: `Hello,

{inviter} invites you to the workspace {workspace} in Quire. To join, open this link within {days, plural, one {# day} other {# days}}:

{url}
`,
  passwordResetSubject: 'Choose a new password',
  passwordReset: `Hello {name},

To choose a new password for Quire, open this link within an hour:

{url}

If you did not ask for this, ignore this email. Nothing changes.
`,
  emailProofSubject: 'Confirm your email address',
  emailProof: `Hello {name},

To confirm that this address is yours, open this link within a day, in the browser where you are signed in to Quire:

{url}

If you have no account there, ignore this email. Nothing changes.
`,
  pageDeletedSubject: 'Page moved to the trash: {page}',
  pageDeleted: `{actor} deleted the page “{page}”, which you manage, or a page above it.

To restore it, open it:

{url}
`,
  newManagerSubject: 'Page handed over: {page}',
  newManager: `{actor} handed over the page “{page}”, which you manage. Another person manages it too.

{url}
`,
  webhookDisabledSubject: 'Webhook disabled: {webhook}',
  webhookDisabled: `The webhook “{webhook}” to {origin} is disabled.

{reason}

Missed deliveries are stored for some days. When the receiver works again, enable the webhook and resend them:

{url}
`,
  receiverGone: 'The receiver answered 410 Gone.',
  receiverFailing:
    'All {attempts, plural, one {# attempt} other {# attempts}} of the last 5 days failed.',
})
