import { posix } from 'node:path'
import type { PageFields } from '../../../lib/page-fields.ts'
import {
  packSource,
  type PageSource,
  type SourceFile,
  unpackSource,
} from '../../document/page-source.ts'
import { readDocument } from '../../document/stored-body.ts'
import { listAllUrls } from '../../document/urls.ts'
import { frontMatterOf } from '../export/front-matter.ts'
import type { PlacedPage } from '../export/layout.ts'
import { relativeUrl, type Targets } from '../export/links.ts'
import { orderIn } from '../export/origins.ts'
import { writePage } from '../export/page.ts'
import { readFileText } from '../file-text.ts'
import { type FileContent, readContent } from './file-content.ts'

/** Slow work on files of a folder, as pure functions that run on the main thread or in a worker. */

export type PageToWrite = {
  page: PlacedPage
  /** As it is stored. */
  document: string
  /** The Markdown that it was read from, compressed. */
  source: Uint8Array | undefined
  attachments: readonly string[]
}

/** Without a text for a page that its folder gives. */
export type WrittenPage = { text: string | null; fileIds: string[] }

/** What a synchronized file has of the fields of Quire only if its author wrote it. */
const retained = ['permissions', 'comments', 'proposals']

/** The file of a page as an export writes it, without comments, proposals and permissions. */
export function writeFile(
  targets: Targets,
  { page, document, source: packed, attachments }: PageToWrite,
): WrittenPage {
  const source = packed && unpackSource(packed)
  const linked = new Set<string>()
  for (const url of listAllUrls(readDocument(document, page.row.id))) {
    relativeUrl(targets, page.path, url, linked)
  }
  const named = new Set([...Object.keys(source?.files ?? {}), ...(source?.unlinked ?? [])])
  const text = writePage(targets, page, document, {
    attachments: attachments.filter((id) => linked.has(id) || named.has(id)),
    threads: [],
    proposals: [],
    permissions: undefined,
    order: orderIn(readFileText(frontMatterOf(page.row.properties, source))),
    source,
    retained,
  })
  const fileIds = new Set([...linked, ...attachments.filter((id) => named.has(id))])
  return { text: text ?? null, fileIds: [...fileIds] }
}

export type FileChange = {
  /** Of the file in the folder. */
  path: string
  /** What an import takes as the title of the file, before and after the change. */
  name: string
  newName: string
  text: string
  base: string
  /** The IDs of files by their path in the folder. */
  given: Readonly<Record<string, string>>
  /** The name of the file or folder, if it changes. */
  file: SourceFile | undefined
  /** What the page was read from so far, compressed. */
  source: Uint8Array | undefined
}

/** What a page has according to the text of its file. */
type Read = { fields: PageFields; properties: string | null }

export type ReadChange =
  | {
      ok: true
      base: Read & { document: string }
      mine: Read & Pick<FileContent, 'content' | 'wanted' | 'unresolved'> & { fileIds: string[] }
      /** What the page is read from now, compressed. */
      source: Uint8Array
    }
  | { ok: false; field: string; reason: string }

/** Reads the text of a file and the one that its author changed. */
export function readChange(targets: Targets, change: FileChange): ReadChange {
  const { path, name, newName, text, base, given } = change
  const before = readContent(targets, { path, text: base, name, given: {} })
  if (typeof before === 'string') return { ok: false, field: '/base', reason: before }
  const isRenamed = newName !== name && text === base
  const mine = readContent(targets, { path, text, name: newName, given, isRenamed })
  if (typeof mine === 'string') return { ok: false, field: '/text', reason: mine }
  return {
    ok: true,
    base: {
      fields: before.fields,
      properties: before.properties,
      document: before.content.document,
    },
    mine: {
      fields: mine.fields,
      properties: mine.properties,
      content: mine.content,
      wanted: mine.wanted,
      fileIds: [...mine.files.keys()],
      unresolved: mine.unresolved,
    },
    source: packSource(sourceOf(change, mine)),
  }
}

function sourceOf(
  { path, file: renamed, source: packed }: FileChange,
  { frontMatter, body: { parts, heading }, files }: FileContent,
): PageSource {
  const source = packed && unpackSource(packed)
  const file = renamed ?? source?.file
  const unlinked = (source?.unlinked ?? []).filter((id) => source?.files?.[id] !== undefined)
  const folder = posix.dirname(path)
  const paths = {
    ...Object.fromEntries(unlinked.map((id) => [id, source?.files?.[id] ?? ''])),
    ...Object.fromEntries([...files].map(([id, at]) => [id, posix.relative(folder, at)])),
  }
  return {
    ...(file === undefined ? {} : { file }),
    frontMatter,
    parts,
    ...(heading === undefined ? {} : { heading }),
    ...(Object.keys(paths).length === 0 ? {} : { files: paths }),
    ...(unlinked.length === 0 ? {} : { unlinked }),
  }
}
