import type { Query, QueryClient } from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { offlineOwner } from '../lib/offline/offline-owner.ts'
import { listEntries, readAnswer, type StoredEntry } from './offline-database.ts'
import { awaitServer } from './server-return.ts'
import { showStored } from './shown-answers.ts'
import { limits, storedQueryOf } from './stored-queries.ts'

/**
 * What this browser has stored of the answer to a query that the server did not answer.
 * @throws the error, where nothing is stored
 */
export async function findStoredAnswer(
  queries: QueryClient,
  query: Query,
  error: unknown,
): Promise<unknown> {
  // What is on the screen is at least as new.
  const owner = query.state.data === undefined ? offlineOwner() : undefined
  if (owner === undefined) throw error
  const found = await find(owner, query).catch(() => undefined)
  // Signed out meanwhile, in this tab or another.
  if (found === undefined || offlineOwner() !== owner) throw error
  if (found === 'elsewhere') throw pageNotFound(error)
  showStored(queries.getQueryCache(), query.queryHash, found.at)
  awaitServer(queries)
  return found.answer
}

type Found = { answer: unknown; at: number }

async function find(
  owner: string,
  { queryKey, queryHash }: Query,
): Promise<Found | 'elsewhere' | undefined> {
  const [noun, name, id] = queryKey
  if (noun === 'pages' && name === 'locate') return locate(owner, String(id))
  const stored = storedQueryOf(queryKey)
  if (stored === undefined) return undefined
  const read = await readAnswer(storedKey(owner, queryHash))
  if (read !== undefined && Date.now() - read.at < limits.ageMs) {
    return { answer: JSON.parse(read.text), at: read.at }
  }
  const { kind, pageId } = stored
  if (kind !== 'page' || pageId === undefined) return undefined
  return (await locate(owner, pageId)) && 'elsewhere'
}

/** The server, too, is first asked in the open workspace, and then for the workspace of the page. */
async function locate(owner: string, pageId: string): Promise<Found | undefined> {
  const entries = await listEntries()
  const entry = entries.find(
    (each) => each.kind === 'page' && each.pageId === pageId && belongsTo(each, owner),
  )
  return entry && { answer: { workspaceId: entry.workspaceId }, at: entry.at }
}

function pageNotFound(cause: unknown): QuireError {
  return new QuireError('This page is stored in another workspace.', {
    code: 'PAGE_NOT_FOUND',
    status: 404,
    cause,
  })
}

export function storedKey(userId: string, queryHash: string): string {
  return `${userId} ${queryHash}`
}

export function belongsTo({ key }: Pick<StoredEntry, 'key'>, userId: string): boolean {
  return key.startsWith(`${userId} `)
}
