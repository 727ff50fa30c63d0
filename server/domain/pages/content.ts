import { together } from '../../lib/together.ts'
import { makeEntry } from '../../search/index/packed-body.ts'
import { versions } from '../../search/index/versions.ts'
import { pages, search, searchPending, type Transaction } from '../../store/index.ts'
import { analyseBlocks, parseBlocks, type PreparedContent } from '../document/tasks.ts'

type Page = { workspaceId: string; id: string; title: string }

/** Stores the body and what search finds the page by. */
export async function putContent(
  transaction: Transaction,
  page: Page,
  content: PreparedContent,
): Promise<void> {
  const { workspaceId, id } = page
  await together(
    pages.putContent(transaction, { workspaceId, pageId: id }, content),
    logPage(transaction, page, content.search),
  )
}

/** Characters of stored blocks that are read anew within a transaction. */
const readInPlace = 16_000

/** Lets search find a page by its new title. One with a long body waits for `indexRenamed`. */
export async function reindexTitle(transaction: Transaction, page: Page): Promise<void> {
  const { workspaceId, id } = page
  const content = await pages.content(transaction, workspaceId, id)
  const blocks = content?.blocks ?? '[]'
  if (blocks.length <= readInPlace) return logBlocks(transaction, page, blocks)
  await searchPending.add(transaction, { workspaceId, ids: [id] })
}

/** Lets search find a page by its title and body as they are stored, however long that takes. */
export async function reindexPage(transaction: Transaction, page: Page): Promise<void> {
  const content = await pages.content(transaction, page.workspaceId, page.id)
  await logBlocks(transaction, page, content?.blocks ?? '[]')
}

function logBlocks(transaction: Transaction, page: Page, blocks: string): Promise<void> {
  return logPage(transaction, page, analyseBlocks(parseBlocks(blocks)))
}

/** Takes a page out of search. */
export async function removeFromSearch(
  transaction: Transaction,
  { workspaceId, id }: Pick<Page, 'workspaceId' | 'id'>,
): Promise<void> {
  await search.log(transaction, { workspaceId, pageId: id }, null, {
    analyser: versions.analyser,
    segmenter: null,
  })
}

async function logPage(
  transaction: Transaction,
  { workspaceId, id, title }: Page,
  body: PreparedContent['search'],
): Promise<void> {
  const { entry, isSegmented } = makeEntry(title, body)
  await search.log(transaction, { workspaceId, pageId: id }, entry, {
    analyser: versions.analyser,
    segmenter: isSegmented ? versions.segmenter : null,
  })
}
