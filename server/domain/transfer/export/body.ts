import { isBoard as isBoardDocument } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import type { ContentNode } from '../../../../content/node.ts'
import { parseMarkdown, parseWithUrls } from '../../../../content/parse-markdown.ts'
import { assembleMarkdown } from '../../../../content/source/assemble.ts'
import { blockHash, blockKey } from '../../../../content/source/block-key.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { writeBlocks } from '../../../../content/write/each-block.ts'
import type { PageSource } from '../../document/page-source.ts'
import { mapAllUrls } from '../../document/urls.ts'
import { boardBlock, readBody } from '../file-text.ts'
import { takeTitle } from '../title.ts'
import type { PlacedPage } from './layout.ts'
import { importedUrl, relativeUrl, type Targets } from './links.ts'

export type BodyInput = {
  page: PlacedPage
  document: PageDocument
  source: PageSource | undefined
  /** The title that front matter states; not checked. */
  title: unknown
  isBoard: boolean
}

/** The text of a page, and the title that an import takes; undefined if that changes the document. */
export type Body = { markdown: string; title: string | undefined }

export function composeBody(linking: Targets, input: BodyInput): Body {
  return input.isBoard ? composeBoard(linking, input) : composeBlocks(linking, input)
}

function composeBlocks(linking: Targets, { page, document, source, title }: BodyInput): Body {
  const parts = source?.parts ?? []
  const heading = titleBlock(source, title, page.row.title)
  const lead = heading === undefined ? [] : [heading]
  const assembled = assembleMarkdown({
    blocks: [...lead, ...document.content],
    generate: (content) => generatedBlocks(linking, page, { type: 'doc', content }),
    parts,
    read: (markdown) => {
      const parsed = parseWithUrls(markdown, (url) => importedUrl(linking, page.path, url))
      return parsed.ok ? parsed.document.content : undefined
    },
  })
  const content = assembled.blocks
  const taken = takeTitle({ type: 'doc', content }, title, page.name)
  const isRemoved = taken.document.content !== content
  return {
    markdown: assembled.markdown,
    title: isRemoved === (heading !== undefined) ? taken.title : undefined,
  }
}

/** The heading that an import takes as the title and removes from the document. */
function titleBlock(
  source: PageSource | undefined,
  stated: unknown,
  title: string,
): ContentNode | undefined {
  const part = source?.parts[source.heading ?? -1]
  if (part === undefined || stated !== undefined) return undefined
  const parsed = parseMarkdown(part.text)
  const [stored] = parsed.ok ? parsed.document.content : []
  const isCurrent =
    stored !== undefined &&
    takeTitle({ type: 'doc', content: [stored] }, stated, '').title === title
  if (isCurrent) return stored
  return { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: title }] }
}

function generatedBlocks(
  linking: Targets,
  { path }: PlacedPage,
  document: PageDocument,
): readonly string[] {
  const written = settled(document)
  const isAligned = written.content.length === document.content.length
  return writeBlocks(
    mapAllUrls(isAligned ? written : document, (url) => relativeUrl(linking, path, url, new Set())),
  )
}

/** Writes raw HTML that Markdown cannot represent as code. Addresses in code stay unchanged. */
function settled(document: PageDocument): PageDocument {
  if (!JSON.stringify(document).includes('"html":') || isBoardDocument(document)) return document
  const read = parseMarkdown(writeMarkdown(document))
  return read.ok ? read.document : document
}

/** A board has its stored text if nothing has changed. */
function composeBoard(linking: Targets, { page, document, source, title }: BodyInput): Body {
  const { path, name } = page
  const read = (markdown: string) =>
    readBody(markdown, (url) => importedUrl(linking, path, url), { title, name, isBoard: true })
  const key = blockKey(boardBlock(document))
  const [part] = source?.parts ?? []
  if (part !== undefined && part.hash === blockHash(key)) {
    const body = read(part.text)
    const isSame = typeof body !== 'string' && blockKey(boardBlock(body.document)) === key
    if (isSame) return { markdown: part.text, title: body.title }
  }
  const markdown = writeMarkdown(
    mapAllUrls(document, (url) => relativeUrl(linking, path, url, new Set())),
  )
  const body = read(markdown)
  const isSame = typeof body !== 'string' && blockKey(boardBlock(body.document)) === key
  return { markdown, title: isSame ? body.title : undefined }
}
