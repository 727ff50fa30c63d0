import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

type Part<Item> = { items: Item[]; nextCursor: string | null }
type Asked = { limit: number; cursor?: string }
type Read<Item> = (asked: Asked, options: { signal: AbortSignal }) => Promise<Part<Item>>

/** The most that the server returns at once. */
const limit = 200

/** A list that the server returns in parts. Its first part is loaded; `fetchNextPage` adds the next one. */
export function useParts<Item>(queryKey: QueryKey, read: Read<Item>, isEnabled = true) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPart(read, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Part<Item>) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled: isEnabled,
  })
}

/** The whole list, for a search or a filter that has to know all of it. */
export async function readAllParts<Item>(read: Read<Item>, signal: AbortSignal): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    // oxlint-disable-next-line no-await-in-loop -- each part begins after the one before
    const part: Part<Item> = await readPart(read, cursor, signal)
    all.push(...part.items)
    cursor = part.nextCursor
  }
  return all
}

function readPart<Item>(read: Read<Item>, cursor: string, signal: AbortSignal) {
  return read({ limit, ...(cursor === '' ? {} : { cursor }) }, { signal })
}
