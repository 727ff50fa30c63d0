import { posix } from 'node:path'
import type { pages } from '../../../store/index.ts'
import { pagePaths, readUrl } from '../import/links.ts'
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
  pagesByPath: { get: (path: string) => string | undefined; has: (path: string) => boolean }
  files: Pick<ExportedFiles, 'pathOf' | 'idAt' | 'detailsOf'>
}

export type PageLocation = Pick<PlacedPage, 'path' | 'folder' | 'isImplicit'>

/** The targets of a whole export. */
export type Linking = Pick<Targets, 'workspaceId' | 'publicUrl'> & {
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
export function importedUrl({ pagesByPath, files }: Targets, path: string, url: string): string {
  const named = readUrl(path, url)
  if (named?.path === undefined) return url
  const page = pagePaths(named.path).find((candidate) => pagesByPath.has(candidate))
  if (page !== undefined) return `/pages/${pagesByPath.get(page)}${named.anchor}`
  const fileId = files.idAt(named.path)
  return fileId === undefined ? url : `/files/${fileId}${named.anchor}`
}

/** A folder without a file of its own is linked itself. */
function pathOfPage(page: PageLocation | undefined): string | undefined {
  return page?.isImplicit === true ? page.folder : page?.path
}

export function relativePath(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to) || '.'
}
