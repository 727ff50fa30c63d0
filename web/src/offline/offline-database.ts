import { browserDatabase, resultOf } from '../lib/storage/browser-database.ts'

/** What a browser stores of an answer of the server. The answer itself is in a store of its own, as it may be large. */
export type StoredEntry = {
  /** The person's ID and the hash of the query. */
  key: string
  kind: 'session' | 'page' | 'list'
  /** Of a page, and of the list of pages below one. */
  pageId?: string
  workspaceId?: string
  /** When the server gave the answer, in milliseconds. */
  at: number
  /** When the server last confirmed that the person can read the page. */
  confirmedAt: number
  size: number
}

/** As in `worker/service-worker.ts`. */
const name = 'quire.offline'
const stores = ['entries', 'answers'] as const

const open = browserDatabase(name, stores)

export async function listEntries(): Promise<StoredEntry[]> {
  const { entries } = await openStores('readonly')
  // SAFETY: only entries are written here.
  return resultOf(entries.getAll() as IDBRequest<StoredEntry[]>)
}

export async function readAnswer(key: string): Promise<{ at: number; text: string } | undefined> {
  const { entries, answers } = await openStores('readonly')
  const [entry, text] = await Promise.all([
    // SAFETY: only entries and texts are written here.
    resultOf(entries.get(key) as IDBRequest<StoredEntry | undefined>),
    resultOf(answers.get(key) as IDBRequest<string | undefined>),
  ])
  return entry === undefined || text === undefined ? undefined : { at: entry.at, text }
}

export async function writeAnswer(entry: StoredEntry, text: string): Promise<void> {
  const { entries, answers } = await openStores('readwrite')
  await Promise.all([
    resultOf(entries.put(entry, entry.key)),
    resultOf(answers.put(text, entry.key)),
  ])
}

export async function writeEntry(entry: StoredEntry): Promise<void> {
  const { entries } = await openStores('readwrite')
  if ((await resultOf(entries.count(entry.key))) > 0) await resultOf(entries.put(entry, entry.key))
}

export async function removeAnswers(keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const { entries, answers } = await openStores('readwrite')
  await Promise.all(
    keys.flatMap((key) => [resultOf(entries.delete(key)), resultOf(answers.delete(key))]),
  )
}

export async function removeAllAnswers(): Promise<void> {
  const { entries, answers } = await openStores('readwrite')
  await Promise.all([resultOf(entries.clear()), resultOf(answers.clear())])
}

async function openStores(
  mode: IDBTransactionMode,
): Promise<{ entries: IDBObjectStore; answers: IDBObjectStore }> {
  const transaction = (await open()).transaction(stores, mode)
  return {
    entries: transaction.objectStore('entries'),
    answers: transaction.objectStore('answers'),
  }
}
