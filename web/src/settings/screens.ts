import {
  IconAffiliate,
  IconBuilding,
  IconKey,
  IconMessageChatbot,
  IconServerCog,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { AppAddress } from '../../../server/http/app-addresses.ts'

export type SettingsAddress = Extract<AppAddress, `/settings/${string}`>

/** How the list of settings leads to a screen; `managers` are the owners and admins of the workspace. */
export type SettingsEntry = {
  label: string
  Icon: typeof IconUser
  group: 'you' | 'workspace' | 'administration'
  for?: 'managers'
}

export type SettingsScreenDefinition = { load: () => Promise<ComponentType>; entry?: SettingsEntry }

/** Each screen of the settings, loaded when it is first opened; the list of settings is in this order. */
export const settingsScreens: Record<SettingsAddress, SettingsScreenDefinition> = {
  '/settings/profile': {
    load: async () => (await import('./profile.tsx')).Profile,
    entry: { label: 'Profile', Icon: IconUser, group: 'you' },
  },
  '/settings/security': {
    load: async () => (await import('./security.tsx')).Security,
    entry: { label: 'Sign-in', Icon: IconShieldLock, group: 'you' },
  },
  '/settings/api': {
    load: async () => (await import('./keys.tsx')).Keys,
    entry: { label: 'API keys', Icon: IconKey, group: 'you' },
  },
  '/settings/workspace': {
    load: async () => (await import('./workspace.tsx')).WorkspaceSettings,
    entry: { label: 'General', Icon: IconBuilding, group: 'workspace', for: 'managers' },
  },
  '/settings/members': {
    load: async () => (await import('./members.tsx')).Members,
    entry: { label: 'Members', Icon: IconUsers, group: 'workspace' },
  },
  '/settings/chats': {
    load: async () => (await import('./chats/chats.tsx')).Chats,
    entry: { label: 'Chats', Icon: IconMessageChatbot, group: 'workspace' },
  },
  '/settings/webhooks': {
    load: async () => (await import('./webhooks/webhooks.tsx')).Webhooks,
    entry: { label: 'Webhooks', Icon: IconWebhook, group: 'workspace', for: 'managers' },
  },
  '/settings/webhooks/:webhookId': {
    load: async () => (await import('./webhooks/webhook-screen.tsx')).WebhookScreen,
  },
  '/settings/meaning': {
    load: async () => (await import('./semantic-search/meaning.tsx')).Meaning,
    entry: { label: 'Search by meaning', Icon: IconAffiliate, group: 'workspace', for: 'managers' },
  },
  '/settings/server': {
    load: async () => (await import('./server.tsx')).ServerSettings,
    entry: { label: 'Server', Icon: IconServerCog, group: 'administration' },
  },
}
