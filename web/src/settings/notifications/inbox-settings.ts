import type { client } from '../../lib/client.ts'

export type InboxSettings = Awaited<ReturnType<typeof client.inbox.settings>>
/** What is left out stays. */
export type SettingsChange = Omit<Parameters<typeof client.inbox.setSettings>[0], 'workspaceId'>
export type SettingsProps = {
  settings: InboxSettings
  change: (settings: SettingsChange) => void
}
