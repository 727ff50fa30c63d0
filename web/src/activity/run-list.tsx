import { Anchor, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { IconRobot } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { type ListedRun, runsQuery } from './activity-queries.ts'
import { t } from './messages.ts'
import classes from './activity.module.css'

/** What each program and person changed for one task. */
export function RunList({ workspaceId, userId }: { workspaceId: string; userId?: string }) {
  const list = useInfiniteQuery(runsQuery(workspaceId, userId))
  const runs = list.data?.pages.flatMap((part) => part.runs) ?? []
  return (
    <>
      <ListPlaceholder list={list} />
      {list.data !== undefined && runs.length === 0 && !list.hasNextPage && (
        <EmptyState icon={<IconRobot size={26} />} title={t.emptyRuns}>
          {t.emptyRunsHint}
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} aria-label={t.runs} className={classes['list']}>
        {runs.map((run) => (
          <Row key={run.id} run={run} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
    </>
  )
}

function Row({ run }: { run: ListedRun }) {
  const { id, person, name, changes, pages, lastAt } = run
  return (
    <li className={classes['row']}>
      <Anchor component={Link} to={`/activity?run=${id}`} title={claimOf(run)}>
        <bdi>{person === null ? t.operator : authorName(person, run)}</bdi>
      </Anchor>
      <Text size="xs" c="dimmed" component="span">
        {t.summary({ changes, pages })}
        {' · '}
        <RelativeTime at={lastAt} />
        {name !== null && (
          <>
            {' · '}
            <bdi>{t.runOf({ name })}</bdi>
          </>
        )}
      </Text>
    </li>
  )
}
