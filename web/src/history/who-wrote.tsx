import { Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { formatExactTime } from '../lib/dates.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { authorTexts as t } from './messages.ts'
import { UnacceptedRuns } from './unaccepted-runs.tsx'
import { type AuthoredPart, authorsQuery, unacceptedQuery } from './version-queries.ts'

type Props = {
  pageIds: { workspaceId: string; pageId: string }
  version: number
  isCurrent: boolean
  canAccept: boolean
}

/** Who wrote each part of a version: the person or the program, and when. */
export function WhoWrote({ pageIds, version, isCurrent, canAccept }: Props) {
  const unaccepted = useUnacceptedBlocks(pageIds, isCurrent)
  const authors = useInfiniteQuery(authorsQuery(pageIds, version))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = authors
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  const blocks = joined(data.pages.flatMap((part) => part.blocks))
  if (blocks.length === 0) return <Text c="dimmed">{t.noText}</Text>
  return (
    <>
      {isCurrent && <UnacceptedRuns pageIds={pageIds} canAccept={canAccept} />}
      <ol className="who-wrote" aria-label={t.label}>
        {blocks.map(({ number, parts }) => (
          <li key={number} data-unaccepted={unaccepted.has(number) ? '' : undefined}>
            {withKeys(parts).map(({ key, part }) => (
              <Part key={key} part={part} />
            ))}
          </li>
        ))}
      </ol>
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} load={fetchNextPage} />}
    </>
  )
}

type Block = { number: number; parts: AuthoredPart[] }

/** A large block comes in several answers. */
function joined(found: readonly Block[]): Block[] {
  const blocks: Block[] = []
  for (const block of found) {
    const last = blocks.at(-1)
    if (last?.number !== block.number) blocks.push(block)
    else blocks[blocks.length - 1] = { ...last, parts: [...last.parts, ...block.parts] }
  }
  return blocks
}

const none: ReadonlySet<number> = new Set()

/** The numbers of the blocks that no person has accepted or edited. */
function useUnacceptedBlocks(pageIds: Props['pageIds'], isCurrent: boolean): ReadonlySet<number> {
  const { data } = useQuery({ ...unacceptedQuery(pageIds), enabled: isCurrent })
  return data === undefined ? none : new Set(data.runs.flatMap(({ blocks }) => blocks))
}

/** Parts have no other identity than where they begin. */
function withKeys(parts: readonly AuthoredPart[]): { key: number; part: AuthoredPart }[] {
  let from = 0
  return parts.map((part) => {
    const key = from
    from += part.text.length
    return { key, part }
  })
}

function Part({ part: { text, author, run, writtenAt } }: { part: AuthoredPart }) {
  const name = author === null ? t.unknown : authorName(author, run)
  return (
    <div className="who-wrote-part" data-agent={run?.isAgent === true ? '' : undefined}>
      <p dir="auto">{text}</p>
      <Text size="xs" c="dimmed" component="div">
        <bdi title={claimOf(run)}>{name}</bdi>
        {writtenAt !== null && (
          <span title={formatExactTime(writtenAt)}>
            {' · '}
            <RelativeTime at={writtenAt} />
          </span>
        )}
      </Text>
    </div>
  )
}
