import { posix } from 'node:path'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import type { pages } from '../../../store/index.ts'
import type { LinkIndex } from '../links/link-index.ts'
import { readUrl } from '../links/read-url.ts'
import { readablePath } from '../readable-path.ts'
import { type ExportedFiles, isInFilesFolder } from './files.ts'
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

type Located = Pick<Linking, 'pages' | 'pagesByPath'> & {
  /** Whether a page or its folder is at a path. */
  isTaken: (path: string) => boolean
  /** Paths of pages and folders among those of files without a path of their own. */
  inFilesFolder: string[]
}

/** Finds pages by ID, and by the paths that an import finds them at. Pauses for other work. */
export async function locatePages(placed: readonly PlacedPage<pages.TreeRow>[]): Promise<Located> {
  const slice = startTimeSlice()
  const byId = new Map<string, PlacedPage<pages.TreeRow>>()
  const byPath = new Map<string, string>()
  const unnamed = new Set<string>()
  const inFilesFolder: string[] = []
  for (const page of placed) {
    if (slice.isOver()) await slice.pause()
    const { row, path, folder, isImplicit } = page
    byId.set(row.id, page)
    if (isImplicit) unnamed.add(path)
    else byPath.set(path, row.id)
    if (folder !== undefined) byPath.set(folder, row.id)
    if (isInFilesFolder(path)) inFilesFolder.push(path)
    if (folder !== undefined && isInFilesFolder(folder)) inFilesFolder.push(folder)
  }
  const isTaken = (path: string) => byPath.has(path) || unnamed.has(path)
  return { pages: byId, pagesByPath: byPath, isTaken, inFilesFolder }
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
