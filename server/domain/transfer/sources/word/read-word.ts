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
import { emptyDocument, type ReadPage } from '../read-page.ts'
import type { SourceFiles } from '../source-files.ts'
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
  await countUnread(archive, losses)
  const { default: mammoth } = await import('mammoth')
  const { input, failure } = inputOf(archive)
  const { value } = await mammoth.convertToHtml(input, { styleMap })
  // mammoth leaves out an image that it cannot read.
  if (failure() !== undefined) throw failure()
  const comments = readComments(await readXml(archive, 'word/comments.xml'))
  losses.changed('comment', comments.length)
  const body = withComments(
    withFootnotes(first(parseHtml(value), byTag('body')) ?? element('body')),
    comments,
  )
  const targets = new Set(
    all(body, byTag('a')).flatMap(({ attributes: { href = '' } }) =>
      href.startsWith('#') ? [href.slice(1)] : [],
    ),
  )
  const blocks = readFlow(body.children, { losses, hasStyles: false, targets })
  const properties = await propertiesOf(archive)
  const head = { title: undefined, icon: undefined, properties, fileNames: {} }
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
function inputOf(archive: SourceFiles): { input: Input; failure: () => unknown } {
  const paths = new Set(archive.paths())
  let left = limits.totalBytes
  let failed: unknown
  const readFile = async (path: string): Promise<Buffer> => {
    left -= archive.size(path)
    if (left < 0) {
      const message = 'The images of the document are too large. Remove some of them.'
      throw new AppError('VALIDATION_FAILED', message)
    }
    return Buffer.from(await archive.read(path))
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

/** What the conversion to HTML leaves out. */
async function countUnread(archive: SourceFiles, losses: Losses): Promise<void> {
  const document = await readXml(archive, 'word/document.xml')
  const count = (xml: string, tag: RegExp): number => xml.match(tag)?.length ?? 0
  losses.lost('formula', count(document, /<m:oMath>/g))
  losses.lost('text color', count(document, /<w:color w:val="(?!auto|000000)/g))
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

/** Comments follow the page as text. */
function withComments(body: Element, comments: readonly Element[]): Element {
  if (comments.length === 0) return body
  return { ...body, children: [...body.children, element('h2', {}, ['Comments']), ...comments] }
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
