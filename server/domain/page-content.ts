import { together } from '../lib/together.ts'
import { analysePage, type AnalysedBody } from '../search/analyse.ts'
import { packEntry } from '../search/entry.ts'
import { pages, search, type Transaction } from '../store/index.ts'
import { analyseBlocks, parseBlocks, type PreparedContent } from './content-tasks.ts'
import { versions } from './search-versions.ts'

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

/** Lets search find a page by its title and body as they are now: a new title, or back from the trash. */
export async function reindexTitle(transaction: Transaction, page: Page): Promise<void> {
  const content = await pages.content(transaction, page.workspaceId, page.id)
  await logPage(transaction, page, analyseBlocks(parseBlocks(content?.blocks ?? '[]')))
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
  body: AnalysedBody,
): Promise<void> {
  const page = analysePage(title, body)
  await search.log(transaction, { workspaceId, pageId: id }, packEntry(title, page), {
    analyser: versions.analyser,
    segmenter: page.isSegmented ? versions.segmenter : null,
  })
}
