import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { IconMessages } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { displayTitle } from '../lib/page-title.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListPlaceholder } from '../ui/rows/list-placeholder.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { withoutLinks } from './comment-text.ts'
import { t } from './messages.ts'
import { openThreadsQuery, type OpenThread } from './queries.ts'
import classes from './inbox.module.css'

/** The threads of the workspace that are not resolved. */
export function OpenThreads({ workspaceId }: { workspaceId: string }) {
  const list = useInfiniteQuery(openThreadsQuery(workspaceId))
  const threads = list.data?.pages.flatMap((part) => part.threads) ?? []
  return (
    <>
      <ListPlaceholder list={list} />
      {list.data !== undefined && threads.length === 0 && (
        <EmptyState icon={<IconMessages size={26} />} title={t.noThreads}>
          {t.noThreadsHint}
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} className={classes['list']}>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </Stack>
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
    </>
  )
}

function ThreadRow({ thread }: { thread: OpenThread }) {
  const { id, page, author, run, text, quote, replies, lastAt } = thread
  const title = displayTitle(page.title)
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Link to={`/pages/${page.id}#comment-${id}`} className={classes['link']} dir="auto">
          {t.threadOn({ name: authorName(author, run), title })}
        </Link>
        {quote !== null && (
          <Text size="sm" c="dimmed" lineClamp={1} dir="auto" className={classes['quote']}>
            {quote}
          </Text>
        )}
        <Text size="sm" lineClamp={2} dir="auto">
          {text === '' ? t.deleted : withoutLinks(text)}
        </Text>
        <Text size="xs" c="dimmed" title={claimOf(run)}>
          {replies > 0 && `${t.replies({ count: replies })} · `}
          <RelativeTime at={lastAt} />
        </Text>
      </div>
    </li>
  )
}
