import { posix } from 'node:path'
import type { pages } from '../../../store/index.ts'
import type { LinkIndex } from '../links/link-index.ts'
import { readUrl } from '../links/read-url.ts'
import { readablePath } from '../readable-path.ts'
import type { ExportedFiles } from './files.ts'
import type { PlacedPage } from './layout.ts'

/** Where the pages and files are that a page can link to. */
export type Targets = {
  workspaceId: string
  publicUrl: string | undefined
  /** Exported pages by ID. */
  pages: { get: (id: string) => PageLocation | undefined }
  /** The IDs of pages by the paths of their files and folders. */
  pagesByPath: { get: (path: string) => string | undefined }
  /** The path that a URL on the page at a path leads to. */
  locate: (path: string, url: string) => string | undefined
  files: Pick<ExportedFiles, 'pathOf' | 'idAt' | 'detailsOf'>
}

export type PageLocation = Pick<PlacedPage, 'path' | 'folder' | 'isImplicit'>

/** The targets of a whole export. */
export type Linking = Pick<Targets, 'workspaceId' | 'publicUrl' | 'locate'> & {
  pages: ReadonlyMap<string, PlacedPage<pages.TreeRow>>
  pagesByPath: ReadonlyMap<string, string>
  files: ExportedFiles
}

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const address = new RegExp(`^(?:/workspaces/(${id}))?/(pages|files)/(${id})([#?].*)?$`, 'is')

/** The IDs of pages by the paths that an import finds them at. */
export function pagesByPath(placed: readonly PlacedPage<pages.TreeRow>[]): Map<string, string> {
  return new Map(
    placed.flatMap(({ row, path, folder, isImplicit }) => [
      ...(folder === undefined ? [] : [[folder, row.id] as const]),
      ...(isImplicit ? [] : [[path, row.id] as const]),
    ]),
  )
}

/** The address of a page or file as a URL on the page at `path`. Notes the files in `linked`. */
export function relativeUrl(
  { workspaceId, publicUrl, pages, files }: Targets,
  path: string,
  url: string,
  linked: Set<string>,
): string {
  const isOwn = publicUrl !== undefined && url.startsWith(`${publicUrl}/`)
  const found = address.exec(isOwn ? url.slice(publicUrl.length) : url)
  if (found === null) return url
  const [, workspace = workspaceId, kind, anyId = '', rest = ''] = found
  if (workspace.toLowerCase() !== workspaceId) return url
  const id = anyId.toLowerCase()
  const target = kind === 'pages' ? pathOfPage(pages.get(id)) : files.pathOf(id)
  if (target === undefined) return url
  if (kind === 'files') linked.add(id)
  return readablePath(relativePath(path, target)) + rest
}

/** The URL as an import of the export resolves it. */
export function importedUrl(
  {
    pagesByPath,
    files,
    locate,
  }: Pick<Targets, 'pagesByPath' | 'locate'> & {
    files: Pick<Targets['files'], 'idAt'>
  },
  path: string,
  url: string,
): string {
  const named = readUrl(path, url)
  if (named === undefined) return url
  if (named.name === '') return named.anchor('page')
  const found = locate(path, url)
  if (found === undefined) return url
  const pageId = pagesByPath.get(found)
  if (pageId !== undefined) return `/pages/${pageId}${named.anchor('page')}`
  const fileId = files.idAt(found)
  return fileId === undefined ? url : `/files/${fileId}${named.anchor('file')}`
}

/** The path that a URL leads to in an index of paths. */
export function locateIn(index: LinkIndex, path: string, url: string): string | undefined {
  const named = readUrl(path, url)
  return named && index.find(path, named)
}

/** A folder without a file of its own is linked itself. */
function pathOfPage(page: PageLocation | undefined): string | undefined {
  return page?.isImplicit === true ? page.folder : page?.path
}

export function relativePath(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to) || '.'
}
