import { Skeleton } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import classes from './links.module.css'

type Props<Item> = {
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  /** Shown in place of an empty list. */
  none: ReactNode
  keyOf: (item: Item, index: number) => string
  draw: (item: Item) => ReactNode
}

/** A list that comes in parts. */
export function PartsOf<Item>({ label, query, none, keyOf, draw }: Props<Item>) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const items = data?.pages.flatMap((part) => part.items) ?? []
  return (
    <div>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={120} radius="md" />}
      {data !== undefined && items.length === 0 && !hasNextPage && none}
      <ul className={classes['rows']} aria-label={label}>
        {items.map((item, index) => (
          <li key={keyOf(item, index)}>{draw(item)}</li>
        ))}
      </ul>
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} load={fetchNextPage} />}
    </div>
  )
}
