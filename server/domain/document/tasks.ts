import { blocks, type Block } from '../../../content/blocks.ts'
import { boardOf, isBoard } from '../../../content/board.ts'
import { type CommentText, readComment } from '../../../content/comment.ts'
import { compareLines, type ComparedLine } from '../../../content/compare-lines.ts'
import { checkDocument, type DocumentResult, type PageDocument } from '../../../content/document.ts'
import { type Edit, editDocument, type EditResult, type Removed } from '../../../content/edit.ts'
import { type ChangeSummary, summarizeChange } from '../../../content/edit/change-summary.ts'
import { type PageAnchor, pageAnchors } from '../../../content/links/anchors.ts'
import { embeddedPart } from '../../../content/links/embedded-part.ts'
import { pageLinks, type PageLinks } from '../../../content/links/page-links.ts'
import {
  changeLinks as changed,
  findTitle as titleIn,
  type LinkChange,
} from '../../../content/links/rewrite.ts'
import { noteWanted } from '../../../content/links/wikilinks.ts'
import type { ContentNode } from '../../../content/node.ts'
import { parseMarkdown, parseWithUrls } from '../../../content/parse-markdown.ts'
import { type PagePart, type PartChoice, readPart } from '../../../content/read/page-part.ts'
import { splitMarkdown } from '../../../content/source/split.ts'
import { type Addresses, mapOf } from '../../../content/urls.ts'
import type { ReadView } from '../../../content/views/query.ts'
import { readView, readViewValue } from '../../../content/views/read-view.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { isEmoji } from '../../lib/text.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import { type AnalysedBody, analyseBody } from '../../search/analysis/analyse.ts'
import { type Chunk, chunkPage } from '../../search/embeddings/chunks.ts'
import { makeEntry, type PageEntry } from '../../search/index/page-entry.ts'
import { type Download, writeDownload } from './download.ts'
import {
  type EditedProperties,
  editProperties as edited,
  type PropertyEdit,
} from './edit-properties.ts'
import { type FileProperties, propertiesOf } from './file-properties.ts'
import { splitFrontMatter } from './front-matter.ts'
import {
  type MergedProperties,
  mergeProperties as merged,
  type PropertyMerge,
} from './merge-properties.ts'
import { packSource } from './page-source.ts'
import { type ReadProperties, readProperties } from './properties.ts'
import { publicDocument, type PublicLinks, publicTargets } from './public/public-document.ts'
import {
  publicMarkdown,
  type PublicPage,
  publicPage,
  type PublicSource,
} from './public/public-page.ts'
import { readBlocks, readDocument } from './stored-body.ts'

/** Slow operations on the body of a page, as pure functions that run on the main thread or in a worker. */

/** A body ready to be stored. */
export type PreparedContent = {
  document: string
  blocks: string
  search: AnalysedBody
  links: PageLinks
  /** A board is a page of type KANBAN. */
  type: PageType
  /** The names that wikilinks have for pages that do not exist, of Markdown that is read with wikilinks. */
  wanted?: readonly string[]
}

export type Prepared =
  | { ok: true; content: PreparedContent }
  /** Without a path if it is not JSON. */
  | { ok: false; path: string | undefined; reason: string }

export type Edited =
  | { ok: true; content: PreparedContent; removed: Removed }
  | Extract<EditResult, { ok: false }>

export function fromMarkdown(markdown: string): Prepared {
  return prepared(parseMarkdown(markdown))
}

/** A board from headings, which become columns, and lists, whose items become cards. */
export function boardFromMarkdown(markdown: string): Prepared {
  return prepared(asBoard(parseMarkdown(markdown)))
}

function asBoard(result: DocumentResult): DocumentResult {
  return result.ok ? checkDocument(boardOf(result.document)) : result
}

/** Markdown with wikilinks. */
export type WikiBody = { markdown: string; addresses: Addresses; type: PageType | undefined }

export function fromWiki({ markdown, addresses, type }: WikiBody): Prepared {
  const { map, wanted } = noteWanted(mapOf(addresses))
  const result = parseWithUrls(markdown, map)
  const read = prepared(type === 'KANBAN' ? asBoard(result) : result)
  return read.ok ? { ok: true, content: { ...read.content, wanted: wanted() } } : read
}

/** A page from the text of a Markdown file, with its properties and its source. */
export type PreparedFile =
  | { ok: true; content: PreparedContent; properties: FileProperties; source: Uint8Array }
  | Extract<Prepared, { ok: false }>

export function fromFile(text: string): PreparedFile {
  const { body } = splitFrontMatter(text)
  const split = splitMarkdown(body, (url) => url)
  if (!split.ok) return split
  const frontMatter = text.slice(0, text.length - body.length)
  return {
    ok: true,
    content: prepare(split.document),
    properties: propertiesOf(frontMatter),
    source: packSource({ frontMatter, parts: split.parts }),
  }
}

/** Markdown without the front matter at its start, which gives properties and an icon. */
export type SplitText = { body: string; properties: string | null; icon: string | undefined }

export function splitText(text: string): SplitText {
  const { body, attributes } = splitFrontMatter(text)
  const { icon } = attributes
  return {
    body: body.length < text.length ? body.replace(/^(?:[ \t]*\r?\n)+/, '') : text,
    properties: propertiesOf(text.slice(0, text.length - body.length)).source,
    icon: typeof icon === 'string' && isEmoji(icon) ? icon : undefined,
  }
}

export function fromDocument(content: unknown): Prepared {
  return prepared(checkDocument(content))
}

/** Like fromDocument, from a string that may not be JSON. */
export function fromJson(text: string): Prepared {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'cannot be parsed'
    return { ok: false, path: undefined, reason }
  }
  return fromDocument(content)
}

export function properties(source: string | null): ReadProperties {
  return readProperties(source)
}

/** The query of a view, from its YAML or its values. */
export function view(query: string | object): ReadView {
  return typeof query === 'string' ? readView(query) : readViewValue(query)
}

export type EditTask = { source: string | null; edit: PropertyEdit }

export function editProperties(task: EditTask): EditedProperties {
  return edited(task)
}

export function mergeProperties(merge: PropertyMerge): MergedProperties {
  return merged(merge)
}

/** A page with its stored `blocks`. */
export type StoredText = { id: string; title: string; blocks: string }
/** A page with its stored `document`. */
export type StoredBody = { id: string; document: string }

/** The search entry of a page. */
export function entry({ id, title, blocks }: StoredText): PageEntry {
  return makeEntry(title, analyseBlocks(readBlocks(blocks, id)))
}

export function comment(markdown: string): CommentText {
  return readComment(markdown)
}

export function toMarkdown({ id, document }: StoredBody): string {
  return writeMarkdown(readDocument(document, id))
}

export function edit({ id, document, change }: StoredBody & { change: Edit }): Edited {
  const result = editDocument(readDocument(document, id), change)
  if (!result.ok) return result
  const content = { ...prepare(result.document), wanted: wantedBy(change) }
  return { ok: true, content, removed: result.removed }
}

/** The names that wikilinks of an edit have for pages that do not exist. */
export function wantedBy(change: Edit): string[] {
  if (change.mode === 'card' || change.addresses === undefined) return []
  if (!change.text.includes('[[')) return []
  const { map, wanted } = noteWanted(mapOf(change.addresses))
  parseWithUrls(change.text, map)
  return wanted()
}

export type BodyComparison = { id: string; before: string; after: string }

/** What a change between two stored documents added and removed. */
export function summarize({ id, before, after }: BodyComparison): ChangeSummary {
  return summarizeChange(readDocument(before, id), readDocument(after, id))
}

/** The outline or a part of a stored document. */
export function part({ id, document, choice }: StoredBody & { choice: PartChoice }): PagePart {
  return readPart(readDocument(document, id), choice)
}

export function prepare(document: PageDocument): PreparedContent {
  const texts = blocks(document)
  return {
    document: JSON.stringify(document),
    blocks: JSON.stringify(texts),
    search: analyseBlocks(texts),
    links: pageLinks(document),
    type: isBoard(document) ? 'KANBAN' : 'TEXT',
  }
}

export function analyseBlocks(texts: readonly Block[]): AnalysedBody {
  return analyseBody(texts.map(({ text }) => text).join('\n'))
}

/** The texts of a page that are embedded. */
export function chunks({ id, title, blocks }: StoredText): Chunk[] {
  return chunkPage({ title, blocks: readBlocks(blocks, id) })
}

export function compare({ before, after }: { before: string; after: string }): ComparedLine[] {
  return compareLines(before, after)
}

/** The links, tags and anchors of a stored document. */
export function links({ id, document }: StoredBody): PageLinks {
  return pageLinks(readDocument(document, id))
}

/** The body after a change of its links or tags; undefined if it has none to change. */
export function changeLinks({
  id,
  document,
  change,
}: StoredBody & { change: LinkChange }): Prepared | undefined {
  const before = readDocument(document, id)
  const after = changed(before, change)
  return after === before ? undefined : fromDocument(after)
}

export type TitleMention = ReturnType<typeof titleIn>

/** Where the text of a page mentions a title. */
export function findTitle({ id, document, title }: StoredBody & { title: string }): TitleMention {
  return titleIn(readDocument(document, id), title)
}

/** The places of a page that links can lead to. */
export function anchors({ id, document }: StoredBody): PageAnchor[] {
  return pageAnchors(readDocument(document, id))
}

export type StoredDownload = Omit<Download, 'document'> & StoredBody

export function download({ id, document, ...page }: StoredDownload): string {
  return writeDownload({ ...page, document: readDocument(document, id) })
}

/** Blocks of an embedded page that a site shows. */
const maxEmbeddedBlocks = 300

/** What a page links to, and what it shows of others. */
export function siteTargets({
  id,
  document,
  origins,
}: StoredBody & { origins: readonly string[] }): string[] {
  return publicTargets(readDocument(document, id), origins)
}

export type StoredPublicPage = Omit<PublicSource, 'document'> & StoredBody

export function sitePage({ id, document, ...page }: StoredPublicPage): PublicPage {
  return publicPage({ ...page, document: readDocument(document, id) })
}

export function siteMarkdown({ id, document, ...page }: StoredPublicPage): string {
  return publicMarkdown({ ...page, document: readDocument(document, id) })
}

export type StoredPublicPart = PublicLinks & StoredBody & { anchor: string | null }

/** What a site shows of an embedded page; undefined if it has no such part. */
export function sitePart({
  id,
  document,
  anchor,
  ...links
}: StoredPublicPart): readonly ContentNode[] | undefined {
  const part = embeddedPart(readDocument(document, id), anchor)
  return part && publicDocument(part, links).content.slice(0, maxEmbeddedBlocks)
}

function prepared(result: DocumentResult): Prepared {
  return result.ok ? { ok: true, content: prepare(result.document) } : result
}
