import { texts } from '../../lib/texts.ts'

export const t = texts('settings.proposals', {
  title: 'Proposals',
  description: 'Changes that someone reviews before they are made.',
  proposeOnly: 'Members only propose',
  proposeOnlyHint:
    'Members propose changes to pages outside of sections. Owners and admins can still edit them.',
  acceptsOwn: 'People may accept their own proposals',
  saved: 'Settings for proposals saved',
  notSaved: 'The settings were not saved',
})
