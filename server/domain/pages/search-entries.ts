import type { PageEntry } from '../../search/index/packed-body.ts'
import { versions } from '../../search/index/versions.ts'
import { pages, search, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import type { PreparedContent } from '../document/tasks.ts'
import type { PageAddress } from './tree.ts'

/**
 * What search is to know of a page is worked out before the transaction that changes it, from the page as it
 * was read then.
 */
export type ForeseenEntry = {
  title: string
  /** Of the page whose stored body it was made from; undefined where the body is the new one. */
  version: number | undefined
  entry: PageEntry
}

/** What a change is to write for search; undefined where nothing that search knows changes, as far as can be seen. */
export async function foreseeEntry(
  { store, content: engine }: Context,
  { workspaceId, pageId, lastTitle }: PageAddress & { lastTitle?: string | undefined },
  { title, content }: { title?: string | undefined; content?: PreparedContent | undefined },
): Promise<ForeseenEntry | undefined> {
  if (content !== undefined) {
    const next = title ?? lastTitle ?? (await pages.get(store, workspaceId, pageId))?.title
    if (next === undefined) return undefined
    return { title: next, version: undefined, entry: engine.entryOf(next, content) }
  }
  if (title === undefined) return undefined
  const [text] = await pages.texts(store, workspaceId, [pageId])
  if (text === undefined || text.title === title) return undefined
  const { version, blocks } = text
  return { title, version, entry: await engine.entry({ id: pageId, title, blocks }) }
}

/** Lets search find a page by what was worked out. */
export function logEntry(
  transaction: Transaction,
  address: PageAddress,
  { entry, isSegmented }: PageEntry,
): Promise<void> {
  return search.log(transaction, address, entry, {
    analyser: versions.analyser,
    segmenter: isSegmented ? versions.segmenter : null,
  })
}
