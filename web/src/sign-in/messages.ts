import { texts } from '../lib/texts.ts'

export const t = texts('sign-in', {
  signIn: 'Sign in',
  or: 'or',
  email: 'Email',
  password: 'Password',
  firstName: 'First name',
  lastName: 'Last name',
  forgotPassword: 'Forgot your password?',
  withPasskey: 'Sign in with a passkey',
  withProvider: 'Sign in with {provider}',
  noAccount: 'You do not have an account here yet. Ask a member for an invitation.',
  providerFailed: 'The sign-in with this provider failed. Try again, or sign in another way.',
  codeTitle: 'Enter your code',
  codeHint:
    'Open your authenticator app and enter the six-digit code for Quire. You can also use a recovery code.',
  code: 'Code',
  continue: 'Continue',
  asSomeoneElse: 'Sign in as someone else',
  confirmedTitle: 'Confirmed',
  confirmedHint: 'Close this tab and continue where you were.',
  backToSignIn: 'Back to sign-in',
  resetTitle: 'Reset your password',
  resetHint: 'Quire sends you a link to set a new password.',
  resetNoMail:
    'This server does not send email. Ask an owner or admin of your workspace for a reset link. They find it in Settings → Members.',
  sendLink: 'Send link',
  checkMail: 'Check your email',
  linkSent:
    'If an account has the address {email}, a link to set a new password is on its way. The link works for one hour.',
  newPasswordTitle: 'Set a new password',
  newPasswordHint: 'For {email}. You will be signed out on every browser.',
  newPassword: 'New password',
  setPassword: 'Set password',
  endAccess: 'Revoke API keys, passkeys and linked chats',
  endAccessHint:
    'Keep this selected if someone else may have had access to your account. Scripts and agents then need new keys.',
  accessEnds:
    'The address of this account was never verified, so its API keys, passkeys and linked chats are revoked.',
  passwordSet: 'Your new password is set. Sign in.',
  passwordSetKeys:
    'Your new password is set. {keys, plural, one {# API key} other {# API keys}} revoked. Sign in.',
  passwordSetPasskeys:
    'Your new password is set. {passkeys, plural, one {# passkey} other {# passkeys}} revoked. Sign in.',
  passwordSetBoth:
    'Your new password is set. {keys, plural, one {# API key} other {# API keys}} and {passkeys, plural, one {# passkey} other {# passkeys}} revoked. Sign in.',
  linkIncomplete: 'This link is incomplete',
  linkInvalid: 'This link does not work',
  openLinkAgain: 'Open it again from the email, or <link>request a new link</link>.',
  verifyTitle: 'Verify your email address',
  verify: 'Verify address',
  verified: 'Your email address is verified.',
  verifySignIn: '<link>Sign in</link> with the account of this address, then verify it.',
  signedInAs: 'You are signed in as {email}.',
  invitation: 'Invitation',
  invitationInvalid: 'This invitation does not work',
  goToQuire: 'Go to Quire',
  joinTitle: 'Join {workspace}',
  joinHint: '{inviter} invited you to this workspace.',
  join: 'Join',
  joinAs: 'Join as {name}',
  haveAccount: 'Already have an account? <link>Sign in first</link>',
})
