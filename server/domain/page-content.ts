import { indexTokens } from '../search/tokens.ts'
import { pages, type Store, type Transaction } from '../store/index.ts'
import { parseBlocks, type PreparedContent, searchText } from './content-tasks.ts'

type Page = { workspaceId: string; id: string; title: string }

/** Stores the body and what search finds the page by. */
export async function putContent(
  transaction: Transaction,
  store: Store,
  page: Page,
  content: PreparedContent,
): Promise<void> {
  const { workspaceId, id } = page
  await pages.putContent(transaction, { workspaceId, pageId: id }, content)
  await putSearchEntry(transaction, store, page, content.searchText)
}

/** Indexes a page under a new title. */
export async function reindexTitle(
  transaction: Transaction,
  store: Store,
  page: Page,
): Promise<void> {
  const content = await pages.content(transaction, page.workspaceId, page.id)
  await putSearchEntry(transaction, store, page, searchText(parseBlocks(content?.blocks ?? '[]')))
}

async function putSearchEntry(
  transaction: Transaction,
  store: Store,
  page: Page,
  body: string,
): Promise<void> {
  await store.search.put(transaction, {
    workspaceId: page.workspaceId,
    pageId: page.id,
    title: indexTokens(page.title).join(' '),
    body,
  })
}
