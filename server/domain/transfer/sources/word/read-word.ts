import type { convertToHtml } from 'mammoth'
import { checkDocument } from '../../../../../content/document.ts'
import { AppError } from '../../../../lib/errors.ts'
import { openArchive } from '../archive/open-archive.ts'
import { takeImages } from '../html/inline-images.ts'
import { readFlow } from '../html/read-blocks.ts'
import {
  all,
  byTag,
  type Element,
  element,
  first,
  type HtmlNode,
  isElement,
  parseHtml,
  rewrite,
  textOf,
} from '../html/tree.ts'
import { countLosses, type Losses } from '../losses.ts'
import { countMarkup } from '../markup-limits.ts'
import { emptyDocument, type PageThread, type ReadPage } from '../read-page.ts'
import type { SourceFiles } from '../source-files.ts'
import { parseXml, writeXml } from '../xml/parse-xml.ts'
import { hiddenStyles, prepareBody } from './prepare-body.ts'
import { readComments } from './read-comments.ts'

/** What a document of a few hundred pages unpacks to. */
const limits = {
  entries: 10_000,
  fileBytes: 64 * 1024 ** 2,
  totalBytes: 256 * 1024 ** 2,
  nestedBytes: 0,
  pathLength: 1000,
  ratio: 100,
}
/** Of the text and its formats, uncompressed. */
const maxXmlBytes = 32 * 1024 ** 2

const styleMap = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "r[style-name='HTML Code'] => code",
  'u => u',
  'strike => s',
  'highlight => mark',
]

/** Reads a Word document, which is a zip archive of XML. Throws VALIDATION_FAILED for anything else. */
export async function readWordPage(bytes: Uint8Array): Promise<ReadPage> {
  const archive = await openArchive(bytes, limits)
  const losses = countLosses()
  await requireSmall(archive)
  const { parts, formulas, mark, quotes } = await prepareParts(archive, losses)
  const { default: mammoth } = await import('mammoth')
  const { input, failure } = inputOf(archive, parts)
  const { value } = await mammoth.convertToHtml(input, { styleMap })
  // mammoth leaves out an image that it cannot read.
  if (failure() !== undefined) throw failure()
  const comments = await commentsOf(archive, quotes)
  const read = first(parseHtml(value), byTag('body')) ?? element('body')
  const body = withFootnotes(withFormulas(read, mark, formulas))
  const targets = new Set(
    all(body, byTag('a')).flatMap(({ attributes: { href = '' } }) =>
      href.startsWith('#') ? [href.slice(1)] : [],
    ),
  )
  const blocks = readFlow(body.children, { losses, hasStyles: false, targets })
  const properties = await propertiesOf(archive)
  const head = { title: undefined, icon: undefined, properties, comments, fileNames: {} }
  const checked = checkDocument({ type: 'doc', content: blocks })
  if (checked.ok) return { ...head, ...takeImages(checked.document), losses: losses.counts() }
  losses.lost('page content')
  const problem = checked.reason
  return { ...head, document: emptyDocument, images: [], losses: losses.counts(), problem }
}

/** Throws VALIDATION_FAILED before anything is parsed. */
async function requireSmall(archive: SourceFiles): Promise<void> {
  const markup = countMarkup()
  let bytes = 0
  for (const path of archive.paths().filter((one) => /\.(?:xml|rels)$/i.test(one))) {
    bytes += archive.size(path)
    if (bytes > maxXmlBytes) {
      const message = 'The text of the document is larger than 32 MiB. Split it.'
      throw new AppError('VALIDATION_FAILED', message)
    }
    markup.add(await readXml(archive, path), true)
  }
}

type Input = Parameters<typeof convertToHtml>[0]

/**
 * The files of the archive for mammoth, which would unpack them itself without a bound. Each time that it reads one
 * counts, as an image can be in a document many times.
 */
function inputOf(
  archive: SourceFiles,
  parts: ReadonlyMap<string, string>,
): { input: Input; failure: () => unknown } {
  const paths = new Set(archive.paths())
  let left = limits.totalBytes
  let failed: unknown
  const readFile = async (path: string): Promise<Buffer> => {
    left -= archive.size(path)
    if (left < 0) {
      const message = 'The images of the document are too large. Remove some of them.'
      throw new AppError('VALIDATION_FAILED', message)
    }
    return Buffer.from(parts.get(path) ?? (await archive.read(path)))
  }
  const file = {
    exists: (path: string) => paths.has(path),
    read: async (path: string, encoding?: string) => {
      const bytes = await readFile(path).catch((error: unknown) => {
        failed = error
        throw error
      })
      if (encoding === 'base64') return bytes.toString('base64')
      return encoding === undefined ? bytes : new TextDecoder(encoding).decode(bytes)
    },
  }
  // SAFETY: lib/unzip.js of mammoth takes an opened archive as `file`; its types leave it out.
  return { input: { file } as unknown as Input, failure: () => failed }
}

/** The parts with text of a page. */
const textParts = /^word\/(?:document|footnotes|endnotes)\.xml$/

/** The parts as mammoth reads them, and what it does not read. */
async function prepareParts(
  archive: SourceFiles,
  losses: Losses,
): Promise<{
  parts: ReadonlyMap<string, string>
  formulas: readonly Element[]
  mark: string
  quotes: ReadonlyMap<string, string>
}> {
  const hidden = hiddenStyles(await readPart(archive, 'word/styles.xml'))
  const parts = new Map<string, string>()
  const formulas: Element[] = []
  const quotes = new Map<string, string>()
  let mark = '\ue000'
  const texts = new Map<string, string>()
  for (const path of archive.paths().filter((one) => textParts.test(one))) {
    texts.set(path, await readXml(archive, path))
  }
  while ([...texts.values()].some((text) => text.includes(mark))) mark += '\ue001'
  for (const [path, xml] of texts) {
    const prepared = prepareBody(parseXml(xml), { hidden, mark, losses, formulas })
    parts.set(path, writeXml(prepared.root))
    for (const [id, quote] of prepared.quotes) quotes.set(id, quote)
  }
  const isColored = /<w:color w:val="(?!auto|000000)/.test(texts.get('word/document.xml') ?? '')
  if (isColored) losses.lostOnce('text color')
  return { parts, formulas, mark, quotes }
}

async function commentsOf(
  archive: SourceFiles,
  quotes: ReadonlyMap<string, string>,
): Promise<PageThread[]> {
  const comments = await readPart(archive, 'word/comments.xml')
  return readComments(comments, await readPart(archive, 'word/commentsExtended.xml'), quotes)
}

async function readPart(archive: SourceFiles, path: string): Promise<Element> {
  const xml = await readXml(archive, path)
  return xml === '' ? element('document') : parseXml(xml)
}

/** Puts formulas where their marks are. One that is a paragraph of its own is a block. */
function withFormulas(body: Element, mark: string, formulas: readonly Element[]): Element {
  if (formulas.length === 0) return body
  const replaced = (text: string): HtmlNode[] =>
    text.split(mark).map((part, index) => (index % 2 === 0 ? part : (formulas[Number(part)] ?? '')))
  const withTexts = (node: Element): Element => ({
    ...node,
    children: node.children.flatMap((child) =>
      isElement(child) ? [withTexts(child)] : replaced(child),
    ),
  })
  return rewrite(withTexts(body), (node) => {
    const inside = node.children.filter((child) => isElement(child) || child.trim() !== '')
    const isBlock = (child: HtmlNode): boolean => isElement(child) && child.tag === 'x-formula'
    if (node.tag === 'p' && inside.length > 0 && inside.every(isBlock)) return inside
    if (!node.children.some(isBlock)) return undefined
    const children = node.children.map((child) =>
      isElement(child) && child.tag === 'x-formula' ? { ...child, tag: 'x-math' } : child,
    )
    return [{ ...node, children }]
  })
}

async function propertiesOf(archive: SourceFiles): Promise<Record<string, unknown>> {
  const xml = await readXml(archive, 'docProps/core.xml')
  const value = (tag: string): string | undefined =>
    new RegExp(`<${tag}(?: [^>]{0,200})?>([^<]{1,1000})</${tag}>`).exec(xml)?.[1]
  const keywords = value('cp:keywords')
    ?.split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  const found = {
    author: value('dc:creator'),
    created: value('dcterms:created'),
    updated: value('dcterms:modified'),
    tags: keywords === undefined || keywords.length === 0 ? undefined : keywords,
  }
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== undefined))
}

async function readXml(archive: SourceFiles, path: string): Promise<string> {
  if (!archive.paths().includes(path)) return ''
  return Buffer.from(await archive.read(path)).toString('utf8')
}

const reference = /^#(?:footnote|endnote)-(\d+)$/
const definition = /^(?:footnote|endnote)-(\d+)$/

/** Notes are a list at the end, with links back. */
function withFootnotes(body: Element): Element {
  return rewrite(body, (node) => {
    const { href = '', id = '' } = node.attributes
    const label = reference.exec(href)?.[1]
    if (node.tag === 'a' && label !== undefined) return [element('x-note', { label })]
    if (node.tag === 'a' && /^#(?:footnote|endnote)-ref-/.test(href)) return []
    if (node.tag === 'sup') {
      const note = node.children.find((child) => isElement(child) && child.tag === 'x-note')
      return note === undefined ? undefined : [note]
    }
    const defined = definition.exec(id)?.[1]
    if (node.tag === 'li' && defined !== undefined) {
      return [element('x-footnote', { label: defined }, node.children)]
    }
    return node.tag === 'ol' && node.children.some(isFootnote) ? node.children : undefined
  })
}

function isFootnote(node: HtmlNode): boolean {
  return isElement(node) && node.tag === 'x-footnote' && textOf(node) !== ''
}
