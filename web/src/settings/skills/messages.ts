import { texts } from '../../lib/texts.ts'

export const t = texts('settings.skills', {
  title: 'Skills',
  description: 'Who publishes the versions of skills and agents that agents are served.',
  reviewRequired: 'Require a review of skills',
  reviewRequiredHint:
    'Signed-in people publish every version. API keys do not, and no change is published automatically.',
  saved: 'Settings for skills saved',
  notSaved: 'The settings were not saved',
})
