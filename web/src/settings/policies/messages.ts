import { texts } from '../../lib/texts.ts'

export const policyTexts = texts('settings.policies', {
  title: 'Security policies',
  description: 'These policies apply to everyone on this server.',
  save: 'Save policies',
  saved: 'Policies saved',
  keysReadOnlyByDefault: 'Make new API keys read-only by default',
  keysReadOnlyDescription: 'People can still create keys that write.',
})
