import { Button, Menu, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { IconChevronDown, IconPlus } from '../../vendor/icons/icons.ts'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useRecent } from '../lib/recent.ts'
import { useSession } from '../lib/session.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { GettingStarted } from './getting-started.tsx'
import { t } from './messages.ts'
import { useNewPage } from './use-new-page.ts'
import classes from './home.module.css'

const TemplateChoices = lazy(async () => ({
  default: (await import('../ui/templates/new-from-template.tsx')).TemplateChoices,
}))

/** The start screen: recent and favourite pages, below a notice if there is one. */
export function Home({ notice }: { notice?: ReactNode }) {
  const { workspace } = useWorkspace()
  const { canCreate, isGuest } = useRights()
  const { user } = useSession()
  const workspaceId = workspace.id
  const create = useNewPage(workspaceId)
  const limit = isGuest ? 60 : 6
  const recent = useRecent(workspaceId)
  const favourites = useQuery({
    queryKey: ['favourites', 'list', { workspaceId }],
    queryFn: ({ signal }) => client.favourites.list({ workspaceId }, { signal }),
  })
  const top = useQuery({
    queryKey: ['pages', 'list', { workspaceId, depth: 1, limit }],
    queryFn: ({ signal }) => client.pages.list({ workspaceId, depth: 1, limit }, { signal }),
  })
  const pages = recent.data?.pages ?? []
  const favouritePages = favourites.data?.pages ?? []
  return (
    <Screen
      title={t.greeting({ name: user.firstName })}
      description={t.workspace({ name: workspace.name })}
      action={
        canCreate && (
          <Button.Group>
            <Button leftSection={<IconPlus size={16} />} onClick={() => void create()}>
              {t.newPage}
            </Button>
            <TemplateButton workspaceId={workspaceId} />
          </Button.Group>
        )
      }
    >
      <Stack gap="xl">
        {notice}
        {top.error !== null && <ErrorNotice error={top.error} retry={() => void top.refetch()} />}
        {(recent.isPending || top.isPending) && <Placeholder />}
        {top.data?.pages.length === 0 && <GettingStarted onCreate={() => void create()} />}
        {pages.length > 0 && (
          <Cards title={t.recent}>
            {pages.slice(0, 9).map((page) => (
              <Card key={page.id} page={page} note={<RelativeTime at={page.visitedAt} />} />
            ))}
          </Cards>
        )}
        {favouritePages.length > 0 && (
          <Cards title={t.favourites}>
            {favouritePages.map((page) => (
              <Card key={page.id} page={page} />
            ))}
          </Cards>
        )}
        {(isGuest || recent.data?.pages.length === 0) && (top.data?.pages.length ?? 0) > 0 && (
          <Cards title={isGuest ? t.sharedWithYou : t.pages}>
            {top.data?.pages.map((page) => (
              <Card key={page.id} page={page} note={subpages(page.children)} />
            ))}
          </Cards>
        )}
      </Stack>
    </Screen>
  )
}

/** The templates of the workspace, which are loaded when the menu is opened. */
function TemplateButton({ workspaceId }: { workspaceId: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button px={8} className={classes['more'] ?? ''} aria-label={t.startWithTemplate}>
          <IconChevronDown size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <TemplateChoices workspaceId={workspaceId} parentId={null} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}

function subpages(count: number): string {
  return count === 0 ? '' : t.subpages({ count })
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
        <span className={classes['title']} dir="auto">
          {displayTitle(page.title)}
        </span>
        {note !== undefined && (
          <Text span size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </span>
    </Link>
  )
}

function Placeholder() {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" role="status" aria-label={t.loading}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} h={64} radius="md" />
      ))}
    </SimpleGrid>
  )
}
