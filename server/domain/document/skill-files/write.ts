import { posix } from 'node:path'
import { isBoard } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import type { ContentNode } from '../../../../content/node.ts'
import { parseMarkdown, parseWithUrls } from '../../../../content/parse-markdown.ts'
import { assembleMarkdown } from '../../../../content/source/assemble.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { writeBlocks } from '../../../../content/write/each-block.ts'
import { type PageSource, unpackSource } from '../page-source.ts'
import { readDocument } from '../stored-body.ts'
import { listAllUrls, mapAllUrls } from '../urls.ts'
import { firstLine } from './first-line.ts'
import { frontMatterOf } from './front-matter.ts'

/** A page that becomes a file in the folder of a skill. */
export type PageOfSkill = {
  id: string
  document: string
  title: string
  properties: string | null
  /** The Markdown that the page was read from, compressed. */
  source: Uint8Array | undefined
  /** The path of the file in the folder. */
  path: string
  /** The paths of pages and attached files by their addresses, such as `/pages/ID`. */
  paths: readonly (readonly [address: string, path: string])[]
  /** The name that the front matter must have; undefined for a file other than the main one. */
  name: string | undefined
  isSkill: boolean
}

export type WrittenFile = {
  text: string
  attributes: Record<string, unknown>
  /** The addresses in the text, relative ones as written. */
  urls: string[]
}

/** The file of a page, with the stored text of every block that has not changed. */
export function skillFile(page: PageOfSkill): WrittenFile {
  const document = readDocument(page.document, page.id)
  const source = page.source === undefined ? undefined : unpackSource(page.source)
  const markdown = isBoard(document)
    ? writeMarkdown(mapAllUrls(document, (url) => relativeUrl(page, url)))
    : assembled(page, document, source)
  const description = firstLine(markdown, page.title)
  const required = page.name === undefined ? undefined : { name: page.name, description }
  const head = frontMatterOf(page.properties, source, { required, isSkill: page.isSkill })
  const isNew = (source?.frontMatter ?? '') === ''
  const between = isNew && head.frontMatter !== '' && markdown !== '' ? '\n' : ''
  return {
    text: head.frontMatter + between + markdown,
    attributes: head.attributes,
    urls: [...listAllUrls(mapAllUrls(document, (url) => relativeUrl(page, url)))],
  }
}

function assembled(
  page: PageOfSkill,
  document: PageDocument,
  source: PageSource | undefined,
): string {
  const heading = titleBlock(page, source)
  const lead = heading === undefined ? [] : [heading]
  return assembleMarkdown({
    blocks: [...lead, ...document.content],
    generate: (content) =>
      writeBlocks(mapAllUrls({ type: 'doc', content }, (url) => relativeUrl(page, url))),
    parts: source?.parts ?? [],
    read: (markdown) => {
      const parsed = parseWithUrls(markdown, (url) => addressOf(page, url))
      return parsed.ok ? parsed.document.content : undefined
    },
  }).markdown
}

/** The heading that an import took as the title of the page. */
function titleBlock(
  { title }: PageOfSkill,
  source: PageSource | undefined,
): ContentNode | undefined {
  const part = source?.parts[source.heading ?? -1]
  if (part === undefined) return undefined
  const parsed = parseMarkdown(part.text)
  const [stored] = parsed.ok ? parsed.document.content : []
  if (stored !== undefined && textOf(stored) === title) return stored
  return { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: title }] }
}

function textOf(node: ContentNode): string {
  return node.text ?? (node.content ?? []).map(textOf).join('')
}

const address = /^(\/(?:pages|files)\/[0-9a-f-]{36})([#?].*)?$/i

/** The address of a page or file in the folder, relative to the file; others stay. */
function relativeUrl({ path, paths }: PageOfSkill, url: string): string {
  const [, target = '', rest = ''] = address.exec(url) ?? []
  const found = paths.find(([one]) => one === target.toLowerCase())
  if (found === undefined) return url
  return encoded(posix.relative(posix.dirname(path), found[1])) + rest
}

/** The address of the page or file that a relative one leads to; others stay. */
function addressOf({ path, paths }: PageOfSkill, url: string): string {
  const [, target = '', rest = ''] = /^([^#?]*)([#?].*)?$/s.exec(url) ?? []
  const resolved = resolveIn(path, target)
  const found = resolved === undefined ? undefined : paths.find(([, one]) => one === resolved)
  return found === undefined ? url : found[0] + rest
}

/** The path in the folder that a relative address leads to; undefined for an address elsewhere. */
export function resolveIn(path: string, url: string): string | undefined {
  if (url === '' || url.startsWith('/') || /^[a-z][a-z\d+.-]*:/i.test(url)) return undefined
  try {
    return posix.join(posix.dirname(path), decodeURIComponent(url))
  } catch {
    return undefined
  }
}

/** Encodes only what would end or change the address: letters of all scripts stay readable. */
function encoded(path: string): string {
  return path.replaceAll(
    /[ %#?\\<>()"'`*_[\]!&~$|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
