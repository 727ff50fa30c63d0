import { texts } from '../../lib/texts.ts'

export const policyTexts = texts('settings.policies', {
  title: 'Security policies',
  description: 'These policies apply to everyone on this server.',
  save: 'Save policies',
  saved: 'Policies saved',
  requireTwoFactors: 'Require two-factor authentication',
  requireTwoFactorsDescription:
    'People who sign in with a password set up an authenticator app or a passkey first. API keys keep working.',
  requireSingleSignOn: 'Require single sign-on',
  requireSingleSignOnDescription:
    'Ends every session that did not begin with OpenID Connect, except yours. Administrators can still sign in with a password and an authenticator app.',
  setUpTitle: 'Set up two-factor authentication',
  setUpDescription:
    'This server requires a second factor. Set up an authenticator app or a passkey to continue.',
  signOut: 'Sign out',
  keysReadOnlyByDefault: 'Make new API keys read-only by default',
  keysReadOnlyDescription: 'People can still create keys that write.',
})
