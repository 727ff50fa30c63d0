import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { IconActivity } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { displayTitle } from '../lib/page-title.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { type ActivityItem, activityQuery, type Filter } from './activity-queries.ts'
import { activityLabel } from './labels.ts'
import { t } from './messages.ts'
import classes from './activity.module.css'

export function ActivityList({ workspaceId, filter }: { workspaceId: string; filter: Filter }) {
  const list = useInfiniteQuery(activityQuery(workspaceId, filter))
  const items = list.data?.pages.flatMap((part) => part.items) ?? []
  return (
    <>
      <ListPlaceholder list={list} />
      {list.data !== undefined && items.length === 0 && !list.hasNextPage && (
        <EmptyState icon={<IconActivity size={26} />} title={t.emptyTitle}>
          {t.empty}
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} aria-label={t.changes} className={classes['list']}>
        {items.map((item) => (
          <Row key={item.id} item={item} isOfRun={filter.runId !== undefined} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
    </>
  )
}

/** `isOfRun`: the list shows one run already. */
function Row({ item, isOfRun }: { item: ActivityItem; isOfRun: boolean }) {
  const { person, run, page, proposal, kind, type, data } = item
  const label = activityLabel(item)
  return (
    <li className={classes['row']}>
      <span className={classes['what']}>
        {kind === 'audit' ? <span title={type}>{label}</span> : label}
        {type.startsWith('file.') && 'name' in data && typeof data.name === 'string' && (
          <bdi>{data.name}</bdi>
        )}
        {'outcome' in data && data.outcome === 'refused' && (
          <Badge size="xs" variant="light" color="red">
            {t.refused}
          </Badge>
        )}
        <Page page={page} />
        {proposal !== null && (
          <Anchor
            component={Link}
            to={`/proposals/${proposal.id}`}
            dir="auto"
            className={classes['title']}
          >
            {proposal.title}
          </Anchor>
        )}
      </span>
      <Text size="xs" c="dimmed" component="span">
        <bdi title={claimOf(run)}>{person === null ? t.operator : authorName(person, run)}</bdi>
        {' · '}
        <RelativeTime at={item.at} />
        {run !== null && !isOfRun && (
          <>
            {' · '}
            <Anchor component={Link} to={`/activity?run=${run.id}`} size="xs">
              {t.showRun}
            </Anchor>
          </>
        )}
      </Text>
    </li>
  )
}

function Page({ page }: Pick<ActivityItem, 'page'>) {
  if (page === null) return null
  const title = page.title === null ? t.unknownPage : displayTitle(page.title)
  if (page.isDeleted) {
    return (
      <Text span c="dimmed" dir="auto">
        {title}
      </Text>
    )
  }
  return (
    <Anchor component={Link} to={`/pages/${page.id}`} dir="auto" className={classes['title']}>
      {title}
    </Anchor>
  )
}
