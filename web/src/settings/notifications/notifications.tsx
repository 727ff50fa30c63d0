import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { digests } from '../../../../server/lib/vocabulary.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { EntryKinds } from './entry-kinds.tsx'
import type { InboxSettings, SettingsChange, SettingsProps } from './inbox-settings.ts'
import { t } from './messages.ts'
import { WatchedPages } from './watched-pages.tsx'

/** What the inbox of the person shows, and how they get emails and messages about it. */
export function Notifications() {
  const { workspace } = useWorkspace()
  const queries = useQueryClient()
  const workspaceId = workspace.id
  const queryKey = ['inbox', 'settings', { workspaceId }]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.inbox.settings({ workspaceId }, { signal }),
  })
  const saving = useRef({ last: Promise.resolve(), waiting: 0 }).current
  const save = async (settings: SettingsChange) => {
    let saved: InboxSettings | undefined
    try {
      saved = await client.inbox.setSettings({ workspaceId, ...settings })
      notifications.show({ message: t.saved })
    } catch (failure) {
      showFailure(t.notSaved, failure)
    }
    saving.waiting -= 1
    // Earlier answers lack the later changes.
    if (saving.waiting > 0) return
    if (saved !== undefined) queries.setQueryData(queryKey, saved)
    await queries.invalidateQueries({ queryKey: ['inbox'] })
  }
  const change = async (settings: SettingsChange) => {
    saving.waiting += 1
    // An answer on its way lacks this change.
    await queries.cancelQueries({ queryKey })
    // The next click builds on this one, whose answer may not be here yet.
    queries.setQueryData<InboxSettings>(queryKey, (shown) => shown && { ...shown, ...settings })
    saving.last = saving.last.then(() => save(settings))
  }
  return (
    <SettingsScreen title={t.title} description={t.description({ workspace: workspace.name })}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={240} />}
      {data !== undefined && (
        <>
          <Section title={t.entries} description={t.entriesHint}>
            <EntryKinds settings={data} change={(settings) => void change(settings)} />
          </Section>
          <Emails settings={data} change={(settings) => void change(settings)} />
          <ChatMessages settings={data} change={(settings) => void change(settings)} />
        </>
      )}
      <WatchedPages workspaceId={workspaceId} />
    </SettingsScreen>
  )
}

function Emails({ settings: { digest, mail }, change }: SettingsProps) {
  const labels = { off: t.never, hourly: t.hourly, daily: t.daily }
  return (
    <Section title={t.emails} description={t.emailsHint}>
      <SegmentedControl
        aria-label={t.emails}
        value={digest}
        disabled={mail === 'unavailable'}
        onChange={(value) => {
          const chosen = digests.find((one) => one === value) ?? 'off'
          const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
          change({ digest: chosen, timeZone })
        }}
        data={digests.map((value) => ({ value, label: labels[value] }))}
      />
      {mail !== 'available' && (
        <Text size="sm" mt="xs">
          {t[mail]}
        </Text>
      )}
    </Section>
  )
}
