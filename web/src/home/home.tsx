import { Button, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { client } from '../lib/client.ts'
import { useRecent } from '../lib/recent.ts'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { Ago } from '../ui/ago.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { GettingStarted } from './getting-started.tsx'
import { useNewPage } from './use-new-page.ts'
import classes from './home.module.css'

/** Where one lands: what was open last and what is kept at hand, below a notice if there is one. */
export function Home({ notice }: { notice?: ReactNode }) {
  const { workspace } = useWorkspace()
  const { canWrite } = useRights()
  const { user } = useSession()
  const workspaceId = workspace.id
  const create = useNewPage(workspaceId)
  const recent = useRecent(workspaceId)
  const favourites = useQuery({
    queryKey: ['favourites', 'list', { workspaceId }],
    queryFn: ({ signal }) => client.favourites.list({ workspaceId }, { signal }),
  })
  const top = useQuery({
    queryKey: ['pages', 'list', { workspaceId, depth: 1, limit: 6 }],
    queryFn: ({ signal }) => client.pages.list({ workspaceId, depth: 1, limit: 6 }, { signal }),
  })
  const pages = recent.data?.pages ?? []
  const kept = favourites.data?.pages ?? []
  return (
    <Screen
      title={`Hello, ${user.firstName}`}
      description={`In ${workspace.name}`}
      action={
        canWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => void create()}>
            New page
          </Button>
        )
      }
    >
      <Stack gap="xl">
        {notice}
        {top.error !== null && <ErrorNotice error={top.error} retry={() => void top.refetch()} />}
        {(recent.isPending || top.isPending) && <Waiting />}
        {top.data?.pages.length === 0 && <GettingStarted onCreate={() => void create()} />}
        {pages.length > 0 && (
          <Cards title="Recent">
            {pages.slice(0, 9).map((page) => (
              <Card key={page.id} page={page} note={<Ago at={page.visitedAt} />} />
            ))}
          </Cards>
        )}
        {kept.length > 0 && (
          <Cards title="Favourites">
            {kept.map((page) => (
              <Card key={page.id} page={page} />
            ))}
          </Cards>
        )}
        {recent.data?.pages.length === 0 && (top.data?.pages.length ?? 0) > 0 && (
          <Cards title="Pages">
            {top.data?.pages.map((page) => (
              <Card key={page.id} page={page} note={below(page.children)} />
            ))}
          </Cards>
        )}
      </Stack>
    </Screen>
  )
}

function below(children: number): string {
  if (children === 0) return ''
  return children === 1 ? '1 page inside' : `${children} pages inside`
}

function Cards({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {children}
      </SimpleGrid>
    </section>
  )
}

type Listed = { id: string; title: string; icon: string | null }

function Card({ page, note }: { page: Listed; note?: ReactNode }) {
  return (
    <Link to={`/pages/${page.id}`} className={classes['card']}>
      <PageIcon icon={page.icon} size={20} />
      <span className={classes['texts']}>
        <span className={classes['title']}>{page.title || 'Untitled'}</span>
        {note !== undefined && (
          <Text span size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </span>
    </Link>
  )
}

function Waiting() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" role="status" aria-label="Loading">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} h={64} radius="md" />
      ))}
    </SimpleGrid>
  )
}
