import { Badge, Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { IconSearch, IconSearchOff } from '../../../vendor/icons/icons.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { PageIcon } from '../../ui/emoji/page-icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { kinds } from '../filters.ts'
import { Marked } from '../marked.tsx'
import { t as searchTexts } from '../messages.ts'
import type { SearchHit } from '../use-search.ts'
import { t } from './messages.ts'
import type { useResultList } from './use-result-list.ts'
import classes from '../search.module.css'

type Props = ReturnType<typeof useResultList> & { typed: string }

export function ResultList({ typed, query, hits, isSettled, error, refetch, ...list }: Props) {
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (typed === '') {
    return (
      <EmptyState icon={<IconSearch />} title={searchTexts.emptyTitle}>
        {searchTexts.emptyHint}
      </EmptyState>
    )
  }
  if (hits.length === 0 && !isSettled) return <Placeholder />
  if (hits.length === 0) {
    return (
      <EmptyState icon={<IconSearchOff />} title={searchTexts.noMatchTitle}>
        {list.isIndexing ? searchTexts.indexing : searchTexts.noMatchHint}
      </EmptyState>
    )
  }
  const { count, isCountExact, hasMore, isLoadingMore, loadMore } = list
  return (
    <div aria-busy={!isSettled}>
      <Text size="sm" c="dimmed" px="md" role="status">
        {(isCountExact ? searchTexts.count : t.minCount)({ count })}
        {list.isIndexing && <> · {searchTexts.indexing}</>}
      </Text>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {hits.map((hit) => (
          <Result key={hit.pageId} hit={hit} query={query} />
        ))}
      </Stack>
      {hasMore && (
        <Center py="md">
          <Button variant="default" loading={isLoadingMore} onClick={() => void loadMore()}>
            {t.showMore}
          </Button>
        </Center>
      )}
    </div>
  )
}

function Placeholder() {
  return (
    <Stack gap="lg" pt="md">
      {[60, 45, 70].map((width) => (
        <Stack key={width} gap={8} px="md">
          <Skeleton h={16} w={`${width}%`} />
          <Skeleton h={12} />
        </Stack>
      ))}
    </Stack>
  )
}

function Result({ hit, query }: { hit: SearchHit; query: string }) {
  const path = hit.above.map(({ title }) => displayTitle(title)).join(' / ')
  const kind = kinds.find(({ ownership }) => ownership !== undefined && ownership === hit.ownership)
  const excerpt = hit.blockNumber > 0 ? hit.content : hit.beginning
  return (
    <li>
      <Link to={`/pages/${hit.pageId}`} className={classes['result']}>
        <h2 className={classes['resultTitle']} dir="auto">
          <PageIcon icon={hit.icon} size={18} />
          <span>
            <Marked text={displayTitle(hit.title)} query={query} />
          </span>
          {kind !== undefined && hit.ownership !== 'TEXT' && (
            <Badge size="sm" variant="light">
              {kind.one()}
            </Badge>
          )}
        </h2>
        {excerpt !== '' && (
          <p className={classes['resultText']} dir="auto">
            <Marked text={excerpt} query={query} />
          </p>
        )}
        <Text size="xs" c="dimmed" mt={6} dir="auto">
          {path === '' ? '' : `${path} · `}
          <RelativeTime at={hit.updatedAt} />
        </Text>
      </Link>
    </li>
  )
}
