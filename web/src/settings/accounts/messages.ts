import { texts } from '../../lib/texts.ts'

export const t = texts('settings.accounts', {
  title: 'Accounts',
  description:
    'Disabling an account ends its sessions, API keys, linked chats and share links immediately. What the person wrote stays.',
  search: 'Search by name or email',
  none: 'No accounts match.',
  disabled: 'Disabled',
  administrator: 'Administrator',
  disable: 'Disable',
  disableOf: 'Disable the account of {name}',
  disableTitle: 'Disable the account of {name}?',
  disableBody:
    'They are signed out everywhere and cannot sign in. Their API keys, linked chats, share links and invitations are revoked, also if you enable the account again.',
  enable: 'Enable',
  enableOf: 'Enable the account of {name}',
  isDisabled: 'Account of {name} disabled',
  isEnabled: 'Account of {name} enabled',
})
