import { texts } from '../../lib/texts.ts'

export const t = texts('pages.live', {
  here: 'On this page now',
  agent: '{name} (agent)',
  more: '{count, plural, one {# more person} other {# more people}}',
  retained: '{name} deleted this paragraph. What you wrote is kept here: “{text}”',
  replaced: 'An API write by {name} replaced this text: “{text}”',
  full: 'Too many tabs are open, so you see what others write only after it is saved. Your changes are saved. Close some tabs.',
  goThere: 'Go to it',
  insertAgain: 'Insert again',
  dismiss: 'Dismiss',
})
