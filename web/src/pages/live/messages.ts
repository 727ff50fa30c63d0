import { texts } from '../../lib/texts.ts'

export const t = texts('pages.live', {
  here: 'On this page now',
  agent: '{name} (agent)',
  more: '{count, plural, one {# more person} other {# more people}}',
  retained: '{name} deleted this paragraph. What you wrote is kept here: “{text}”',
  replaced: 'An API write by {name} replaced this text: “{text}”',
  goThere: 'Go to it',
  insertAgain: 'Insert again',
  dismiss: 'Dismiss',
})
