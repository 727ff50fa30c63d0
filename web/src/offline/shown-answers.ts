import type { Query, QueryCache } from '@tanstack/react-query'

/** The queries that show a stored answer, by their hash. */
const shown = new Map<string, { at: number; isArriving: boolean }>()
const listeners = new Set<() => void>()
const watched = new WeakSet<QueryCache>()

/** From when the answer is that a query shows; undefined where it came from the server. */
export function storedSince(queryHash: string): number | undefined {
  return shown.get(queryHash)?.at
}

/** From when the stored page with this ID is; with an empty one, from when anything that is shown is. */
export function shownSince(pageId: string): number | undefined {
  for (const [hash, { at }] of shown) {
    if (pageId === '' || (hash.includes('"document"') && hash.includes(pageId))) return at
  }
  return undefined
}

export function shownHashes(): ReadonlySet<string> {
  return new Set(shown.keys())
}

/** @returns a function that ends the subscription. */
export function onShownChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The query is about to show a stored answer, until the server answers it. */
export function showStored(cache: QueryCache, queryHash: string, at: number): void {
  shown.set(queryHash, { at, isArriving: true })
  if (!watched.has(cache)) {
    watched.add(cache)
    cache.subscribe((event) => {
      if (event.type === 'removed') removeShown(event.query)
      if (event.type !== 'updated' || event.action.type !== 'success') return
      if (event.action.manual !== true) noteSuccess(event.query)
    })
  }
}

function noteSuccess(query: Query): void {
  const entry = shown.get(query.queryHash)
  if (entry === undefined) return
  if (entry.isArriving) {
    entry.isArriving = false
    notify()
  } else removeShown(query)
}

export function removeShown({ queryHash }: Pick<Query, 'queryHash'>): void {
  if (shown.delete(queryHash)) notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}
