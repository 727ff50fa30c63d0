import type { QueryClient } from '@tanstack/react-query'
import { removeShown, shownHashes } from './shown-answers.ts'

const intervalMs = 4000

let timer: ReturnType<typeof setTimeout> | undefined

/** Asks the server again for everything that is shown as it was stored, once the server answers. */
export function awaitServer(queries: QueryClient): void {
  timer ??= setTimeout(() => void ask(queries), intervalMs)
}

async function ask(queries: QueryClient): Promise<void> {
  if (navigator.onLine && (await answers())) await refetchShown(queries)
  timer = undefined
  if (shownHashes().size > 0) awaitServer(queries)
}

async function refetchShown(queries: QueryClient): Promise<void> {
  const hashes = shownHashes()
  await queries.invalidateQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) })
  for (const query of queries.getQueryCache().getAll()) {
    // Asked again when a screen needs it.
    if (hashes.has(query.queryHash) && !query.isActive()) removeShown(query)
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
