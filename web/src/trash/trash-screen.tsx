import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { IconRestore, IconTrash, IconTrashX } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { emptyTrash } from './empty-trash.ts'
import { t } from './messages.ts'
import classes from './trash.module.css'

type Deleted = Awaited<ReturnType<typeof client.trash.list>>['pages'][number]

const pageSize = 50

/** Deleted pages: members who can write restore them, admins delete them permanently. */
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
      title={t.title}
      description={t.hint}
      action={canManage && pages.length > 0 && <EmptyButton workspaceId={workspaceId} />}
    >
      {trash.error !== null && (
        <ErrorNotice error={trash.error} retry={() => void trash.refetch()} />
      )}
      {trash.isPending && <Placeholder />}
      {trash.data !== undefined && pages.length === 0 && (
        <EmptyState icon={<IconTrash size={26} />} title={t.emptyTitle}>
          {t.emptyHint}
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {pages.map((page) => (
          <Row key={page.id} page={page} workspaceId={workspaceId} />
        ))}
      </Stack>
      {trash.hasNextPage && (
        <ShowMore isLoading={trash.isFetchingNextPage} load={trash.fetchNextPage} />
      )}
    </Screen>
  )
}

function Row({ page, workspaceId }: { page: Deleted; workspaceId: string }) {
  const { canWrite, canManage } = useRights()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const title = displayTitle(page.title)
  const subpages = page.pages - 1
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
  const address = { workspaceId, pageId: page.id }
  const restore = () =>
    act(
      t.notRestored,
      async () => {
        await client.trash.restore(address)
        await navigate(`/pages/${page.id}`)
      },
      t.restored({ title }),
    )
  const purge = () =>
    modals.openConfirmModal({
      title: t.deleteTitle({ title }),
      children: <Text size="sm">{subpages > 0 ? t.deleteHintSubpages : t.deleteHint}</Text>,
      labels: { confirm: t.deleteForever, cancel: t.cancel },
      confirmProps: { color: 'red.9' },
      onConfirm: () =>
        void act(t.notDeleted, () => client.trash.purge(address), t.deleted({ title })),
    })
  return (
    <li className={classes['row']}>
      <PageIcon icon={page.icon} size={18} />
      <span className={classes['texts']}>
        <span className={classes['name']} dir="auto">
          {title}
        </span>
        <Text span size="xs" c="dimmed" title={claimOf(page.run)}>
          {subpages > 0 && `${t.subpages({ count: subpages })} · `}
          {authorName(page.deletedBy, page.run)} · <RelativeTime at={page.deletedAt} />
        </Text>
      </span>
      <span className={classes['actions']}>
        {canWrite && (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            leftSection={<IconRestore size={14} />}
            aria-label={t.restorePage({ title })}
            onClick={() => void restore()}
          >
            {t.restore}
          </Button>
        )}
        {canManage && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            disabled={isBusy}
            aria-label={t.deletePage({ title })}
            onClick={purge}
          >
            {t.delete}
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
      const count = await emptyTrash(client, workspaceId)
      notifications.show({ message: t.emptied({ count }) })
    } catch (error) {
      showFailure(t.notEmptied, error)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: ['trash'] })
  }
  const ask = () =>
    modals.openConfirmModal({
      title: t.emptyQuestion,
      children: <Text size="sm">{t.emptyWarning}</Text>,
      labels: { confirm: t.deleteForever, cancel: t.cancel },
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
      {t.empty}
    </Button>
  )
}

function Placeholder() {
  return (
    <Stack gap="xs" role="status" aria-label={t.loading}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} h={52} radius="md" />
      ))}
    </Stack>
  )
}
