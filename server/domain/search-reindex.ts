import { type Pace, startPace } from '../lib/turns.ts'
import { analysePage } from '../search/analyse.ts'
import { packEntry } from '../search/entry.ts'
import { pages, search, searchPending, type Store, type Transaction } from '../store/index.ts'
import { analyseBlocks, parseBlocks } from './content-tasks.ts'
import { versions } from './search-versions.ts'

const target = `${versions.analyser} ${versions.segmenter}`

/** Pages read at a time; each transaction writes as many entries. */
const pagesAtOnce = 16
/** The same where somebody waits for the last of them. */
const pendingAtOnce = 64

/**
 * Reads every page of a workspace anew and logs what search is to know of it, as if each had been written.
 * Until a page's turn comes it is found by its old entry. Goes on where it was interrupted.
 */
export async function reindexWorkspace(
  store: Store,
  workspaceId: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  let after = await store.transactIn({ workspaceId }, (transaction) =>
    search.reindexedTo(transaction, workspaceId, target),
  )
  const pace = startPace()
  while (!isStopping()) {
    const texts = await search.pageTexts(store, workspaceId, after, pagesAtOnce)
    const last = texts.at(-1)
    if (last === undefined) {
      await store.transactIn({ workspaceId }, (transaction) =>
        search.finishReindex(transaction, workspaceId, versions),
      )
      return
    }
    const entries = await readEntries(texts, pace)
    await store.transactIn({ workspaceId }, async (transaction) => {
      await logUnchanged(transaction, workspaceId, entries)
      await search.setReindexedTo(transaction, workspaceId, target, last.id)
    })
    after = last.id
  }
}

/**
 * Lets search know of the pages that wait for it. Any number of processes may do so at once, and again after
 * a crash: a page is taken off the list in the transaction that logs it.
 */
export async function indexPending(
  store: Store,
  workspaceId: string,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const pace = startPace()
  while (!isStopping()) {
    const ids = await searchPending.first(store, workspaceId, pendingAtOnce)
    if (ids.length === 0) return
    const entries = await readEntries(await pages.texts(store, workspaceId, ids), pace)
    await store.transactIn({ workspaceId }, async (transaction) => {
      const due: Entry[] = []
      const byId = new Map(entries.map((entry) => [entry.id, entry]))
      for (const pageId of ids) {
        const isMine = await searchPending.remove(transaction, { workspaceId, pageId })
        const entry = byId.get(pageId)
        if (isMine && entry !== undefined) due.push(entry)
      }
      await logUnchanged(transaction, workspaceId, due)
    })
  }
}

async function readEntries(texts: readonly pages.PageText[], pace: Pace): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const { id, version, title, blocks } of texts) {
    const page = analysePage(title, analyseBlocks(parseBlocks(blocks)))
    const entry = packEntry(title, page)
    entries.push({ id, version, entry, isSegmented: page.isSegmented })
    if (pace.isOver()) await pace.pause()
  }
  return entries
}

type Entry = { id: string; version: number; entry: Uint8Array; isSegmented: boolean }

/** A page written since it was read has already been logged by this analyser. */
async function logUnchanged(
  transaction: Transaction,
  workspaceId: string,
  entries: readonly Entry[],
): Promise<void> {
  for (const { id, version, entry, isSegmented } of entries) {
    if ((await pages.version(transaction, workspaceId, id)) !== version) continue
    await search.log(transaction, { workspaceId, pageId: id }, entry, {
      analyser: '',
      segmenter: isSegmented ? versions.segmenter : null,
    })
  }
}
