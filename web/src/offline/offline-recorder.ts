import type { Query, QueryClient } from '@tanstack/react-query'
import { QuireError } from '../../../client/errors.ts'
import { offlineOwner, setOfflineOwner } from '../lib/offline/offline-owner.ts'
import { onOfflinePreference, wantsOfflinePages } from '../lib/offline/offline-preference.ts'
import { type Session, sessionKey } from '../lib/session.ts'
import { listEntries, removeAnswers, writeAnswer } from './offline-database.ts'
import { deleteOfflinePages } from './offline-deletion.ts'
import { storedSince } from './shown-answers.ts'
import { storedKey } from './stored-answers.ts'
import { limits, storedQueryOf, surplusOf } from './stored-queries.ts'

const debounceMs = 500

/** Stores what the server answers to the queries of the app, for when it does not. */
export function recordAnswers(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  const waiting = new Map<string, Query>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = (query: Query) => {
    if (storedQueryOf(query.queryKey) === undefined) return
    waiting.set(query.queryHash, query)
    timer ??= setTimeout(() => void flush().catch(() => undefined), debounceMs)
  }
  const flush = async () => {
    timer = undefined
    const changed = [...waiting.values()]
    waiting.clear()
    // The session decides whose the others are.
    const isSession = ({ queryKey }: Query) => queryKey[0] === sessionKey[0]
    for (const query of changed.filter(isSession)) await recordSession(query)
    const session = queries.getQueryData<Session>(sessionKey)
    if (session === undefined) return
    for (const query of changed) await record(session.user.id, query)
    const entries = await listEntries()
    await removeAnswers(surplusOf(entries, Date.now()).map(({ key }) => key))
  }
  const noteAll = () => cache.getAll().forEach(note)
  noteAll()
  onOfflinePreference(noteAll)
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'success' || event.action.type === 'error') note(event.query)
  })
}

async function recordSession({ queryHash, state }: Query): Promise<void> {
  if (hasCode(state.error, 401)) return deleteOfflinePages()
  // SAFETY: the query of this key reads the session.
  const session = state.data as Session | undefined
  if (session === undefined || storedSince(queryHash) !== undefined) return
  if (!wantsOfflinePages()) return deleteOfflinePages()
  if (offlineOwner() === session.user.id) return
  await deleteOfflinePages()
  setOfflineOwner(session.user.id)
}

async function record(userId: string, { queryHash, queryKey, state }: Query): Promise<void> {
  const stored = storedQueryOf(queryKey)
  if (stored === undefined || offlineOwner() !== userId) return
  const key = storedKey(userId, queryHash)
  if (hasCode(state.error, 403) || hasCode(state.error, 404)) return removeAnswers([key])
  if (state.data === undefined || state.error !== null) return
  if (storedSince(queryHash) !== undefined) return
  const text = JSON.stringify(state.data)
  if (text.length > limits[stored.kind].size) return removeAnswers([key])
  const at = state.dataUpdatedAt
  await writeAnswer({ ...stored, key, at, confirmedAt: at, size: text.length }, text)
  // Signed out in another tab while it was written.
  if (offlineOwner() !== userId) await removeAnswers([key])
}

function hasCode(error: unknown, status: number): boolean {
  return error instanceof QuireError && error.status === status
}
