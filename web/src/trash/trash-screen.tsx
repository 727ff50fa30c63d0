import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconRestore, IconTrash, IconTrashX } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { Ago } from '../ui/ago.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { emptyTrash } from './empty-trash.ts'
import classes from './trash.module.css'

type Deleted = Awaited<ReturnType<typeof client.trash.list>>['pages'][number]

const pageSize = 50

/** What was deleted: to be taken back by those who may write, to be removed for good by admins. */
export function TrashScreen() {
  const { workspace } = useWorkspace()
  const { canManage } = useRights()
  const workspaceId = workspace.id
  const trash = useInfiniteQuery({
    queryKey: ['trash', 'list', { workspaceId }],
    queryFn: ({ pageParam, signal }) =>
      client.trash.list({ workspaceId, limit: pageSize, offset: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.pages.length < pageSize ? undefined : pages.length * pageSize,
  })
  const pages = trash.data?.pages.flatMap((part) => part.pages) ?? []
  return (
    <Screen
      title="Trash"
      description="Deleted pages, with all that was below them. They stay here until an admin removes them."
      action={canManage && pages.length > 0 && <EmptyButton workspaceId={workspaceId} />}
    >
      {trash.error !== null && (
        <ErrorNotice error={trash.error} retry={() => void trash.refetch()} />
      )}
      {trash.isPending && <Waiting />}
      {trash.data !== undefined && pages.length === 0 && (
        <EmptyState icon={<IconTrash size={26} />} title="The trash is empty">
          Pages you delete come here first, so that nothing is lost by mistake.
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {pages.map((page) => (
          <Row key={page.id} page={page} workspaceId={workspaceId} />
        ))}
      </Stack>
      {trash.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={trash.isFetchingNextPage}
            onClick={() => void trash.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </Screen>
  )
}

function Row({ page, workspaceId }: { page: Deleted; workspaceId: string }) {
  const { canWrite, canManage } = useRights()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const name = page.title || 'Untitled'
  const inside = page.pages - 1
  const act = async (failure: string, call: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await call()
      notifications.show({ message: done })
    } catch (error) {
      showFailure(failure, error)
    }
    setBusy(false)
    await Promise.all(
      [['trash'], ['pages'], ['favourites'], ['recent']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
  const place = { workspaceId, pageId: page.id }
  const restore = () =>
    act(
      'The page was not restored',
      async () => {
        await client.trash.restore(place)
        await navigate(`/pages/${page.id}`)
      },
      `“${name}” is back`,
    )
  const purge = () =>
    modals.openConfirmModal({
      title: `Remove “${name}” for good?`,
      children: (
        <Text size="sm">
          Its text, its history and its comments{inside > 0 ? ', and those of all below it,' : ''}{' '}
          are removed. This cannot be undone.
        </Text>
      ),
      labels: { confirm: 'Remove for good', cancel: 'Keep it' },
      confirmProps: { color: 'red.9' },
      onConfirm: () =>
        void act('The page was not removed', () => client.trash.purge(place), `“${name}” is gone`),
    })
  return (
    <li className={classes['row']}>
      <PageIcon icon={page.icon} size={18} />
      <span className={classes['texts']}>
        <span className={classes['name']}>{name}</span>
        <Text span size="xs" c="dimmed">
          {inside > 0 && `${inside} ${inside === 1 ? 'page' : 'pages'} below it · `}
          {page.deletedBy.firstName} {page.deletedBy.lastName} · <Ago at={page.deletedAt} />
        </Text>
      </span>
      <span className={classes['actions']}>
        {canWrite && (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            leftSection={<IconRestore size={14} />}
            aria-label={`Restore ${name}`}
            onClick={() => void restore()}
          >
            Restore
          </Button>
        )}
        {canManage && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            disabled={isBusy}
            aria-label={`Remove ${name} for good`}
            onClick={purge}
          >
            Remove
          </Button>
        )}
      </span>
    </li>
  )
}

function EmptyButton({ workspaceId }: { workspaceId: string }) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const empty = async () => {
    setBusy(true)
    try {
      const pages = await emptyTrash(client, workspaceId)
      const message = `${pages} ${pages === 1 ? 'page' : 'pages'} removed for good`
      notifications.show({ message })
    } catch (error) {
      showFailure('The trash was not emptied', error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: ['trash'] })
  }
  const ask = () =>
    modals.openConfirmModal({
      title: 'Empty the trash?',
      children: (
        <Text size="sm">
          All pages in it are removed with their history and comments. This cannot be undone.
        </Text>
      ),
      labels: { confirm: 'Remove all for good', cancel: 'Keep them' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => void empty(),
    })
  return (
    <Button
      variant="default"
      color="red"
      loading={isBusy}
      leftSection={<IconTrashX size={16} />}
      onClick={ask}
    >
      Empty trash
    </Button>
  )
}

function Waiting() {
  return (
    <Stack gap="xs" role="status" aria-label="Loading the trash">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} h={52} radius="md" />
      ))}
    </Stack>
  )
}
