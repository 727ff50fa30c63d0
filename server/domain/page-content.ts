import { LRUCache } from 'lru-cache'
import { blocks, type Block } from '../content/blocks.ts'
import { checkDocument, type DocumentResult, type PageDocument } from '../content/document.ts'
import { parseMarkdown } from '../content/parse-markdown.ts'
import { writeMarkdown } from '../content/write-markdown.ts'
import { invalidInput } from '../lib/errors.ts'
import { indexTokens } from '../search/tokens.ts'
import { pages, type Store, type Transaction } from '../store/index.ts'

/** A page's body ready to be stored: everything slow is done before the transaction opens. */
export type PreparedContent = { document: string; blocks: string; searchText: string }

/** Markdown written from stored documents, by page and version: writing it costs more than all else of a read. */
export type MarkdownCache = LRUCache<string, string>

export function createMarkdownCache(characters: number): MarkdownCache {
  return new LRUCache({ maxSize: characters, sizeCalculation: (text) => text.length + 100 })
}

export function prepareMarkdown(markdown: string): PreparedContent {
  return prepare(accepted(parseMarkdown(markdown), '/markdown'))
}

export function prepareDocument(content: unknown): PreparedContent {
  return prepare(accepted(checkDocument(content), '/content'))
}

export function prepare(document: PageDocument): PreparedContent {
  const texts = blocks(document)
  return {
    document: JSON.stringify(document),
    blocks: JSON.stringify(texts),
    searchText: searchText(texts),
  }
}

/** Stores the body and what search finds the page by. */
export async function putContent(
  transaction: Transaction,
  store: Store,
  page: { workspaceId: string; id: string; title: string },
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
  page: { workspaceId: string; id: string; title: string },
): Promise<void> {
  const content = await pages.content(transaction, page.workspaceId, page.id)
  await putSearchEntry(transaction, store, page, searchText(parseBlocks(content?.blocks ?? '[]')))
}

export function parseBlocks(json: string): Block[] {
  // SAFETY: only prepare() writes this column.
  return JSON.parse(json) as Block[]
}

export function parseDocument(json: string): PageDocument {
  // SAFETY: only checked or parsed documents are stored.
  return JSON.parse(json) as PageDocument
}

/** The Markdown of one version of a page. */
export async function readMarkdown(
  store: Store,
  cache: MarkdownCache,
  page: { workspaceId: string; id: string; version: number },
): Promise<string> {
  const key = `${page.id}:${page.version}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const content = await pages.content(store, page.workspaceId, page.id)
  const markdown = content === undefined ? '' : writeMarkdown(parseDocument(content.document))
  cache.set(key, markdown)
  return markdown
}

async function putSearchEntry(
  transaction: Transaction,
  store: Store,
  page: { workspaceId: string; id: string; title: string },
  body: string,
): Promise<void> {
  await store.search.put(transaction, {
    workspaceId: page.workspaceId,
    pageId: page.id,
    title: indexTokens(page.title).join(' '),
    body,
  })
}

function searchText(texts: readonly Block[]): string {
  return texts.map(({ text }) => indexTokens(text).join(' ')).join(' ')
}

function accepted(result: DocumentResult, field: string): PageDocument {
  if (result.ok) return result.document
  throw invalidInput([{ path: field + result.path, rule: 'document', message: result.reason }])
}
