import { posix } from 'node:path'
import { isBoard } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { parseMarkdown } from '../../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { defaultFields, differingFields, pickSome } from '../../../lib/page-fields.ts'
import { writeFrontMatter } from '../../document/front-matter.ts'
import { readDocument } from '../../document/stored-body.ts'
import { mapAllUrls } from '../../document/urls.ts'
import type { FilePermissions } from '../permissions.ts'
import type { ExportedThread } from './comments.ts'
import type { ExportedFiles } from './files.ts'
import type { PlacedPage } from './layout.ts'

export type Linking = {
  workspaceId: string
  publicUrl: string | undefined
  /** Exported pages by id. */
  pages: ReadonlyMap<string, PlacedPage>
  files: ExportedFiles
}

/** What a file says of a page besides its row and body. */
export type Related = {
  attachments: readonly string[]
  threads: readonly ExportedThread[]
  permissions: FilePermissions | undefined
}

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const address = new RegExp(`^(?:/workspaces/(${id}))?/(pages|files)/(${id})([#?].*)?$`, 'is')

/** The file of a page: its front matter, and its body with relative links. */
export function writePage(
  linking: Linking,
  { row, path, order }: PlacedPage,
  document: string,
  { attachments, threads, permissions }: Related,
): string {
  const linked = new Set<string>()
  const body = mapAllUrls(settled(readDocument(document, row.id)), (url) =>
    relativeUrl(linking, path, url, linked),
  )
  const files = fileList(linking, path, linked, attachments)
  const frontMatter = writeFrontMatter({
    title: row.title,
    ...pickSome(row, differingFields(defaultFields, row)),
    ...(row.ownership === 'TEXT' ? {} : { ownership: row.ownership }),
    ...(row.type === 'TEXT' ? {} : { type: row.type }),
    order,
    ...(permissions === undefined ? {} : { permissions }),
    ...(files.length === 0 ? {} : { files }),
    ...(threads.length === 0 ? {} : { comments: threads }),
  })
  const markdown = writeMarkdown(body)
  return markdown === '' ? frontMatter : `${frontMatter}\n${markdown}`
}

/** Writes raw HTML that Markdown cannot represent as code. Addresses in code stay unchanged. */
function settled(document: PageDocument): PageDocument {
  if (!JSON.stringify(document).includes('"html":') || isBoard(document)) return document
  const read = parseMarkdown(writeMarkdown(document))
  return read.ok ? read.document : document
}

function relativeUrl(linking: Linking, path: string, url: string, linked: Set<string>): string {
  const { workspaceId, publicUrl, pages, files } = linking
  const isOwn = publicUrl !== undefined && url.startsWith(`${publicUrl}/`)
  const found = address.exec(isOwn ? url.slice(publicUrl.length) : url)
  if (found === null) return url
  const [, workspace = workspaceId, kind, anyId = '', rest = ''] = found
  if (workspace.toLowerCase() !== workspaceId) return url
  const id = anyId.toLowerCase()
  const target = kind === 'pages' ? pages.get(id)?.path : files.pathOf(id)
  if (target === undefined) return url
  if (kind === 'files') linked.add(id)
  return encoded(relativePath(path, target)) + rest
}

/** The attachments that an import could not derive from the body: unlinked files, and differing names and types. */
function fileList(
  { files }: Linking,
  path: string,
  linked: ReadonlySet<string>,
  attachments: readonly string[],
): unknown[] {
  const attached = new Set(attachments)
  return [...attached.union(linked)].flatMap((id): unknown[] => {
    const target = files.pathOf(id)
    if (target === undefined) return []
    const details = {
      path: relativePath(path, target),
      ...files.detailsOf(id),
      ...(attached.has(id) ? {} : { attached: false }),
    }
    if (Object.keys(details).length > 1) return [details]
    return linked.has(id) ? [] : [details.path]
  })
}

function relativePath(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}

/** Encodes only what would end or change the address: letters of all scripts stay readable. */
function encoded(path: string): string {
  return path.replaceAll(
    /[ %#?\\<>()"'`*_[\]!&~$|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
