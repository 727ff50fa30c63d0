import type { PageDocument } from '../../../../../content/document.ts'
import { mapUrls } from '../../../../../content/urls.ts'
import { writeMarkdown } from '../../../../../content/write-markdown.ts'
import type { MarkdownTask } from '../markdown/prepared.ts'
import type { Collection, CollectionTask } from '../outline/read-collection.ts'
import type { ReadPage } from '../read-page.ts'

/** Slow work on one page, as functions of plain values that run on the main thread or in a worker. */

export async function readHtml(html: string): Promise<ReadPage> {
  const { readHtmlPage } = await import('../html/read-page.ts')
  return readHtmlPage(html)
}

export async function readWord(bytes: Uint8Array): Promise<ReadPage> {
  const { readWordPage } = await import('../word/read-word.ts')
  return readWordPage(bytes)
}

export async function readMarkdown(task: MarkdownTask): Promise<ReadPage> {
  const { readMarkdownPage } = await import('../markdown/read-page.ts')
  return readMarkdownPage(task)
}

export async function readCollection(task: CollectionTask): Promise<Collection | undefined> {
  const outline = await import('../outline/read-collection.ts')
  return outline.readCollection(task)
}

export async function readOutline(json: string): Promise<ReadPage> {
  const outline = await import('../outline/read-collection.ts')
  return outline.readOutlineDocument(json)
}

export type WriteTask = { document: PageDocument; urls: Readonly<Record<string, string>> }

/** The Markdown of a document with other addresses. */
export async function write({ document, urls }: WriteTask): Promise<string> {
  const mapped = mapUrls(document, (url) => (Object.hasOwn(urls, url) ? (urls[url] ?? url) : url))
  return writeMarkdown(mapped)
}
