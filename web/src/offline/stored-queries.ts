import type { QueryKey } from '@tanstack/react-query'
import type { StoredEntry } from './offline-database.ts'

const mebibyte = 1024 * 1024

/** At most this is stored: first the pages that were read longest ago go. */
export const limits = {
  page: { count: 100, size: 2 * mebibyte },
  list: { count: 60, size: mebibyte },
  session: { count: 1, size: mebibyte },
  totalSize: 24 * mebibyte,
  /** As long as a session lasts without use. */
  ageMs: 30 * 86_400_000,
} as const

export type StoredQuery = Pick<StoredEntry, 'kind' | 'pageId' | 'workspaceId'>

/**
 * What is stored of the answer of a query: the person, the pages and the lists around them. Everything else is
 * not, so that no key, invitation or export is ever stored.
 */
export function storedQueryOf(key: QueryKey): StoredQuery | undefined {
  const [noun, name, first, second] = key
  if (noun === 'session' && key.length === 1) return { kind: 'session' }
  if (name === 'list' && ['recent', 'favourites', 'pages'].includes(String(noun))) {
    return { kind: 'list' }
  }
  if (noun !== 'pages' || typeof first !== 'string') return undefined
  if (name === 'document') {
    const [workspaceId, pageId] = first.split('/')
    if (workspaceId === undefined || pageId === undefined) return undefined
    return { kind: 'page', workspaceId, pageId }
  }
  if (name !== 'children') return undefined
  return { kind: 'list', ...(typeof second === 'string' && { pageId: second }) }
}

/** Which entries no longer fit, or are too old. */
export function surplusOf(entries: readonly StoredEntry[], now: number): StoredEntry[] {
  const count = { page: 0, list: 0, session: 0 }
  let size = 0
  return entries
    .toSorted((a, b) => b.at - a.at)
    .filter((entry) => {
      count[entry.kind] += 1
      size += entry.size
      return (
        now - entry.at > limits.ageMs ||
        count[entry.kind] > limits[entry.kind].count ||
        size > limits.totalSize
      )
    })
}
