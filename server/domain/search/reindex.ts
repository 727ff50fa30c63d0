import { type TimeSlice, startTimeSlice } from '../../lib/time-slices.ts'
import type { PageEntry } from '../../search/index/page-entry.ts'
import { versions } from '../../search/index/versions.ts'
import {
  pages,
  type Reader,
  reindexing,
  search,
  searchPending,
  type Store,
  systemViewer,
  type Transaction,
} from '../../store/index.ts'
import type { ContentEngine } from '../document/engine.ts'

const target = `${versions.analyser} ${versions.segmenter}`

/** Pages read at a time; each transaction writes as many entries. */
const pagesAtOnce = 16
/** The same where someone waits for the last of them. */
const pendingAtOnce = 64

type EntryReader = Pick<ContentEngine, 'entry'>
export type Indexing = { store: Store; content: EntryReader }

/**
 * Reads every page of a workspace anew and logs what search is to know of it, as if each had been written.
 * Until a page's turn comes it is found by its old entry. Goes on where it was interrupted.
 */
export async function reindexWorkspace(
  { store, content }: Indexing,
  workspaceId: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  let after = await store.transactIn({ workspaceId }, (transaction) =>
    reindexing.reindexedTo(transaction, workspaceId, target),
  )
  const timeSlice = startTimeSlice()
  while (!isStopping()) {
    const texts = await reindexing.pageTexts(store, workspaceId, after, pagesAtOnce)
    const last = texts.at(-1)
    if (last === undefined) {
      await store.transactIn({ workspaceId }, (transaction) =>
        reindexing.finishReindex(transaction, workspaceId, versions),
      )
      return
    }
    const entries = await readEntries(content, texts, timeSlice)
    await store.transactIn({ workspaceId }, async (transaction) => {
      await logUnchanged(transaction, workspaceId, entries)
      await reindexing.setReindexedTo(transaction, workspaceId, target, last.id)
    })
    after = last.id
  }
}

/**
 * Indexes the pages of a workspace that are pending. Any number of processes may do so at the same time, and again after
 * a crash: the transaction that logs a page also removes it from the list. `isStopping` is asked before each batch.
 */
export async function indexPending(
  indexing: Indexing,
  workspaceId: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  while (!isStopping()) {
    const ids = await searchPending.first(indexing.store, workspaceId, pendingAtOnce)
    if (ids.length === 0) return
    await indexBatch(indexing, workspaceId, ids)
  }
}

/** Tells whether more pages of a workspace wait to be indexed than a request writes: search does not find them yet. */
export async function isIndexing(store: Reader, workspaceId: string): Promise<boolean> {
  const waiting = await searchPending.first(store, workspaceId, pendingAtOnce + 1)
  return waiting.length > pendingAtOnce
}

/** Indexes those of the given pages that are pending, and no others: the caller waits only for its own pages. */
export async function indexPages(
  indexing: Indexing,
  workspaceId: string,
  pageIds: readonly string[],
): Promise<void> {
  const { store } = indexing
  for (let start = 0; start < pageIds.length; start += pendingAtOnce) {
    const batch = pageIds.slice(start, start + pendingAtOnce)
    for (;;) {
      await store.commitOpen?.()
      const ids = await searchPending.among(store, { workspaceId, ids: batch })
      if (ids.length === 0) break
      await indexBatch(indexing, workspaceId, ids)
    }
  }
}

async function indexBatch(
  { store, content }: Indexing,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  const texts = await pages.texts(store, workspaceId, ids)
  const entries = await readEntries(content, texts, startTimeSlice())
  await store.transactIn({ workspaceId }, async (transaction) => {
    const due: Entry[] = []
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    for (const pageId of ids) {
      const entry = byId.get(pageId)
      const version = await versionNow(transaction, workspaceId, { pageId, entry })
      // Written since it was read, and pending again: the next batch has it.
      if (version !== undefined && version !== entry?.version) continue
      const isMine = await searchPending.remove(transaction, { workspaceId, pageId })
      if (isMine && entry !== undefined) due.push(entry)
    }
    await logUnchanged(transaction, workspaceId, due)
  })
}

/** Of a page that can be read: one without an entry had no text, and may have come back since. */
async function versionNow(
  transaction: Transaction,
  workspaceId: string,
  { pageId, entry }: { pageId: string; entry: Entry | undefined },
): Promise<number | undefined> {
  if (entry !== undefined) return pages.version(transaction, systemViewer(workspaceId), pageId)
  const [text] = await pages.texts(transaction, workspaceId, [pageId])
  return text?.version
}

async function readEntries(
  content: EntryReader,
  texts: readonly pages.PageText[],
  timeSlice: TimeSlice,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const { id, version, title, blocks } of texts) {
    entries.push({ id, version, ...(await content.entry({ id, title, blocks })) })
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return entries
}

type Entry = PageEntry & { id: string; version: number }

/** A page written since it was read was logged then, or waits. */
async function logUnchanged(
  transaction: Transaction,
  workspaceId: string,
  entries: readonly Entry[],
): Promise<void> {
  for (const { id, version, entry, isSegmented } of entries) {
    if ((await pages.version(transaction, systemViewer(workspaceId), id)) !== version) continue
    await search.log(transaction, { workspaceId, pageId: id }, entry, {
      analyser: '',
      segmenter: isSegmented ? versions.segmenter : null,
    })
  }
}
