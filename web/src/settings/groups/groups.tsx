import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconPlus, IconUsersGroup } from '../../../vendor/icons/icons.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ShowMore } from '../../ui/rows/show-more.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { GroupModal } from './group-modal.tsx'
import { useGroups } from './group-queries.ts'
import { GroupRow } from './group-row.tsx'
import { MembersModal } from './members-modal.tsx'
import { t } from './messages.ts'

type Opened = { shows: 'new' } | { shows: 'group' | 'members'; groupId: string }

/** The groups of the workspace. */
export function Groups() {
  const { workspace } = useWorkspace()
  return (
    <SettingsScreen title={t.title} description={t.description({ workspace: workspace.name })}>
      <AdminsOnly>
        <GroupList workspaceId={workspace.id} />
      </AdminsOnly>
    </SettingsScreen>
  )
}

function GroupList({ workspaceId }: { workspaceId: string }) {
  const list = useGroups(workspaceId)
  const [opened, setOpened] = useState<Opened>()
  const groups = list.data
  const close = () => setOpened(undefined)
  const group =
    opened === undefined || opened.shows === 'new'
      ? undefined
      : groups?.find(({ id }) => id === opened.groupId)
  return (
    <Section
      title={t.title}
      action={
        <Button leftSection={<IconPlus size={18} />} onClick={() => setOpened({ shows: 'new' })}>
          {t.newGroup}
        </Button>
      }
    >
      <ListPlaceholder list={list} />
      {groups?.length === 0 && (
        <EmptyState icon={<IconUsersGroup size={26} />} title={t.emptyTitle}>
          {t.empty}
        </EmptyState>
      )}
      <Rows label={t.title}>
        {groups?.map((group) => (
          <GroupRow
            key={group.id}
            {...{ workspaceId, group }}
            open={(shows) => setOpened({ shows, groupId: group.id })}
          />
        ))}
      </Rows>
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
      <GroupModal
        workspaceId={workspaceId}
        group={group}
        isOpen={opened?.shows === 'new' || opened?.shows === 'group'}
        close={close}
      />
      <MembersModal
        workspaceId={workspaceId}
        group={group}
        isOpen={opened?.shows === 'members'}
        close={close}
      />
    </Section>
  )
}
