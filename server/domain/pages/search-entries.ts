import type { PageEntry } from '../../search/index/page-entry.ts'
import { versions } from '../../search/index/versions.ts'
import { pages, search, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { PreparedContent } from '../document/tasks.ts'
import type { PageAddress } from './tree.ts'

/** A search entry, prepared before the transaction that changes the page. */
export type PreparedEntry = {
  title: string
  /** Version of the stored body that it was made from. Undefined if the body is new. */
  version: number | undefined
  entry: PageEntry
}

/** Prepares the search entry of a change. Undefined if the change does not affect search. */
export async function prepareEntry(
  { store, content: engine, viewer }: Pick<WorkspaceContext, 'store' | 'content' | 'viewer'>,
  { workspaceId, pageId, lastTitle }: PageAddress & { lastTitle?: string | undefined },
  { title, content }: { title?: string | undefined; content?: PreparedContent | undefined },
): Promise<PreparedEntry | undefined> {
  if (content !== undefined) {
    const next = title ?? lastTitle ?? (await pages.get(store, viewer, pageId))?.title
    if (next === undefined) return undefined
    return { title: next, version: undefined, entry: engine.entryOf(next, content) }
  }
  if (title === undefined) return undefined
  const [text] = await pages.texts(store, workspaceId, [pageId])
  if (text === undefined || text.title === title) return undefined
  const { version, blocks } = text
  return { title, version, entry: await engine.entry({ id: pageId, title, blocks }) }
}

/** Adds the entry to the search log. */
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
