import { ActionIcon, Button, SegmentedControl, Stack, Tabs } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { IconChecks, IconInbox, IconSettings } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { EntryRow } from './entry-row.tsx'
import { t } from './messages.ts'
import { OpenThreads } from './open-threads.tsx'
import { inboxQuery, type State, states } from './queries.ts'
import classes from './inbox.module.css'

/** What waits for the person in a workspace, and its open threads. */
export function InboxScreen() {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'threads' ? 'threads' : 'entries'
  return (
    <Screen title={t.title} description={t.hint}>
      <Tabs
        value={tab}
        onChange={(value) => setParams(value === 'threads' ? { tab: 'threads' } : {})}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="entries">{t.title}</Tabs.Tab>
          <Tabs.Tab value="threads">{t.openThreads}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="entries">
          <Entries workspaceId={workspace.id} />
        </Tabs.Panel>
        <Tabs.Panel value="threads">
          <OpenThreads workspaceId={workspace.id} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

function Entries({ workspaceId }: { workspaceId: string }) {
  const queries = useQueryClient()
  const [state, setState] = useState<State>('all')
  const list = useInfiniteQuery(inboxQuery(workspaceId, state))
  const entries = list.data?.pages.flatMap((part) => part.entries) ?? []
  const unread = list.data?.pages[0]?.unread ?? 0
  const change = async (call: () => Promise<unknown>) => {
    try {
      await call()
    } catch (error) {
      showFailure(t.notChanged, error)
    }
    await queries.invalidateQueries({ queryKey: ['inbox'] })
  }
  const labels = { all: t.all, unread: t.unread({ count: unread }), snoozed: t.snoozed }
  const empty = {
    all: { title: t.emptyTitle, hint: t.emptyHint },
    unread: { title: t.emptyUnread, hint: t.emptyUnreadHint },
    snoozed: { title: t.emptySnoozed, hint: t.emptySnoozedHint },
  }
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl
          aria-label={t.show}
          size="xs"
          value={state}
          onChange={(value) => setState(states.find((one) => one === value) ?? 'all')}
          data={(['all', 'unread', 'snoozed'] as const).map((value) => ({
            value,
            label: labels[value],
          }))}
        />
        <ActionIcon
          component={Link}
          to="/settings/notifications"
          variant="subtle"
          color="gray"
          aria-label={t.settings}
          className={classes['settings']}
        >
          <IconSettings size={18} />
        </ActionIcon>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconChecks size={16} />}
          disabled={unread === 0}
          onClick={() =>
            void change(() => client.inbox.mark({ workspaceId, all: true, isRead: true }))
          }
        >
          {t.markAll}
        </Button>
      </div>
      <ListPlaceholder list={list} />
      {list.data !== undefined && entries.length === 0 && (
        <EmptyState icon={<IconInbox size={26} />} title={empty[state].title}>
          {empty[state].hint}
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} className={classes['list']}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} {...{ entry, workspaceId, change }} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
    </>
  )
}
