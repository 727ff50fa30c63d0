import type { ComponentType } from 'react'
import type { AppAddress } from '../../../server/http/app-addresses.ts'
import {
  IconAffiliate,
  IconBuilding,
  IconFileImport,
  IconInbox,
  IconKey,
  IconMessageChatbot,
  IconRobot,
  IconServerCog,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '../../vendor/icons/icons.ts'
import type { t } from './messages.ts'

export type SettingsAddress = Extract<AppAddress, `/settings/${string}`>

/**
 * An entry in the list of settings; `managers` are the owners and admins of the workspace, `members` also those who
 * write in it.
 */
export type SettingsEntry = {
  /** Its name in `messages.ts`, which the routes need not load. */
  label: Extract<keyof typeof t, `nav${string}`>
  Icon: typeof IconUser
  group: 'you' | 'workspace' | 'administration'
  for?: 'managers' | 'members'
}

/** Whether someone with these rights in the workspace sees the entry. */
export function isShown(
  { for: readers }: SettingsEntry,
  { canManage, canCreate }: { canManage: boolean; canCreate: boolean },
): boolean {
  return readers === undefined || canManage || (readers === 'members' && canCreate)
}

export type SettingsScreenDefinition = { load: () => Promise<ComponentType>; entry?: SettingsEntry }

/** The settings screens, each loaded when it is first opened, in the order of the list. */
export const settingsScreens: Record<SettingsAddress, SettingsScreenDefinition> = {
  '/settings/profile': {
    load: async () => (await import('./profile.tsx')).Profile,
    entry: { label: 'navProfile', Icon: IconUser, group: 'you' },
  },
  '/settings/security': {
    load: async () => (await import('./security.tsx')).Security,
    entry: { label: 'navSecurity', Icon: IconShieldLock, group: 'you' },
  },
  '/settings/api': {
    load: async () => (await import('./keys.tsx')).Keys,
    entry: { label: 'navKeys', Icon: IconKey, group: 'you' },
  },
  '/settings/notifications': {
    load: async () => (await import('./notifications/notifications.tsx')).Notifications,
    entry: { label: 'navNotifications', Icon: IconInbox, group: 'you' },
  },
  '/settings/workspace': {
    load: async () => (await import('./workspace.tsx')).WorkspaceSettings,
    entry: { label: 'navWorkspace', Icon: IconBuilding, group: 'workspace', for: 'managers' },
  },
  '/settings/members': {
    load: async () => (await import('./members/members.tsx')).Members,
    entry: { label: 'navMembers', Icon: IconUsers, group: 'workspace' },
  },
  '/settings/groups': {
    load: async () => (await import('./groups/groups.tsx')).Groups,
    entry: { label: 'navGroups', Icon: IconUsersGroup, group: 'workspace', for: 'managers' },
  },
  '/settings/agents': {
    load: async () => (await import('./agents/agents.tsx')).Agents,
    entry: { label: 'navAgents', Icon: IconRobot, group: 'workspace', for: 'members' },
  },
  '/settings/import': {
    load: async () => (await import('./imports/imports.tsx')).Imports,
    entry: { label: 'navImport', Icon: IconFileImport, group: 'workspace', for: 'members' },
  },
  '/settings/chats': {
    load: async () => (await import('./chats/chats.tsx')).Chats,
    entry: { label: 'navChats', Icon: IconMessageChatbot, group: 'workspace' },
  },
  '/settings/webhooks': {
    load: async () => (await import('./webhooks/webhooks.tsx')).Webhooks,
    entry: { label: 'navWebhooks', Icon: IconWebhook, group: 'workspace', for: 'managers' },
  },
  '/settings/webhooks/:webhookId': {
    load: async () => (await import('./webhooks/webhook-screen.tsx')).WebhookScreen,
  },
  '/settings/semantic-search': {
    load: async () => (await import('./semantic-search/semantic-search.tsx')).SemanticSearch,
    entry: { label: 'navSemanticSearch', Icon: IconAffiliate, group: 'workspace', for: 'managers' },
  },
  '/settings/server': {
    load: async () => (await import('./server.tsx')).ServerSettings,
    entry: { label: 'navServer', Icon: IconServerCog, group: 'administration' },
  },
}
