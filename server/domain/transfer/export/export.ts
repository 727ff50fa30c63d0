import { mkdir, rm, stat, writeFile as writeText } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { startTimeSlice, yieldToEventLoop } from '../../../lib/time-slices.ts'
import { files, pages, type Snapshot, systemViewer } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import type { Progress } from '../import/import.ts'
import { createLinkIndex } from '../links/link-index.ts'
import { attachmentsByPage, exportSize } from './attachments.ts'
import { commentsByPage } from './comments.ts'
import { makeEmptyFolder } from './empty-folder.ts'
import { filePaths, type PageFiles } from './file-paths.ts'
import { createExportedFiles, writeFiles } from './files.ts'
import { layOut, type PlacedPage } from './layout.ts'
import { type Linking, locateIn, locatePages } from './links.ts'
import { statedOrder } from './order.ts'
import { type Origins, readOrigins, readSource } from './origins.ts'
import { type Related, writePage } from './page.ts'
import { permissionsOf } from './permissions.ts'
import { proposalsByPage } from './proposals.ts'
import type { ExportInput, ExportReport } from './report.ts'
import { asSeen, below, readTree } from './tree.ts'

export const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

/** Exports the pages of a workspace, from one snapshot, as a folder of Markdown files. */
export async function exportWorkspace(
  context: Pick<Context, 'store' | 'files' | 'content' | 'publicUrl'>,
  { folder, workspaceId, viewer = systemViewer(workspaceId), rootId, onStart, onFile }: ExportInput,
  onProgress: Progress = () => undefined,
): Promise<ExportReport> {
  await makeEmptyFolder(folder)
  const { store } = context
  const isCaseSensitive = await readsCase(folder)
  const { linking, report } = await store.snapshot(async (snapshot) => {
    const rows = await files.all(snapshot, viewer)
    const seen = asSeen(viewer, await readTree(snapshot, viewer))
    const tree = rootId === undefined ? seen : below(seen, { rootId, workspaceId })
    const origins = await readOrigins(snapshot, viewer, tree)
    const { placed, unreachable } = await layOut(workspaceId, tree, origins.files, {
      isCaseSensitive,
    })
    const linking = await linkingOf(context, workspaceId, { rows, placed, origins })
    const order = await statedOrder(placed, (id) => origins.orders.get(id) ?? Infinity)
    const attachments = await attachmentsByPage(snapshot, viewer)
    const pageIds = placed.map(({ row }) => row.id)
    onStart?.(await exportSize(rows, attachments, pageIds))
    const threads = await commentsByPage(snapshot, viewer)
    const proposals = await proposalsByPage(snapshot, viewer)
    onProgress(0, placed.length)
    for (const [index, { row: inTree, ...location }] of placed.entries()) {
      await yieldToEventLoop()
      const { id, parentId } = inTree
      const stored = await pages.get(snapshot, viewer, id)
      if (stored === undefined) throw pageNotFound(id)
      // The parent is the one that the viewer sees.
      const page = { ...location, row: { ...stored, parentId } }
      const related = {
        attachments: attachments.get(id) ?? [],
        threads: threads.get(id) ?? [],
        proposals: proposals.get(id) ?? [],
        permissions: await permissionsOf(snapshot, viewer, page.row),
        order: order.get(id) ?? origins.ownOrders.get(id),
        source: await readSource(snapshot, { workspaceId, pageId: id }),
      }
      const isWritten = await exportPage(context, snapshot, { linking, folder, page, related })
      if (isWritten) onFile?.(page.path)
      onProgress(index + 1, placed.length)
    }
    return {
      linking,
      report: {
        pages: placed.length,
        unreachable: unreachable.map(({ id, title }) => ({ id, title })),
        leftOut: rows.length - linking.files.used().length,
      },
    }
  })
  return { ...report, ...(await writeFiles(context.files, linking.files.used(), folder, onFile)) }
}

export async function linkingOf(
  { publicUrl }: Pick<Context, 'publicUrl'>,
  workspaceId: string,
  {
    rows,
    placed,
    origins,
  }: {
    rows: readonly files.FileRow[]
    placed: readonly PlacedPage<pages.TreeRow>[]
    origins: Pick<Origins, 'attached'>
  },
): Promise<Linking> {
  const located = await locatePages(placed)
  const withFiles: PageFiles[] = []
  const index = createLinkIndex()
  const slice = startTimeSlice()
  for (const path of located.pagesByPath.keys()) {
    index.add(path)
    if (slice.isOver()) await slice.pause()
  }
  for (const { row, path, folder, isImplicit } of placed) {
    index.addName(row.title, isImplicit ? (folder ?? path) : path)
    const attached = origins.attached.get(row.id)
    if (attached !== undefined) withFiles.push({ path, ...attached })
    if (slice.isOver()) await slice.pause()
  }
  const paths = await filePaths(withFiles, located.isTaken)
  const { pages, pagesByPath, inFilesFolder } = located
  return {
    workspaceId,
    publicUrl,
    pages,
    pagesByPath,
    locate: (path, url) => locateIn(index, path, url),
    files: createExportedFiles(rows, {
      imported: paths,
      taken: inFilesFolder,
      onPath: index.add,
    }),
  }
}

/** Whether the file system distinguishes names by case. */
async function readsCase(folder: string): Promise<boolean> {
  const path = join(folder, 'case')
  await writeText(path, '', { flag: 'wx' })
  const other = await stat(join(folder, 'CASE')).catch(() => undefined)
  await rm(path)
  return other === undefined
}

type ExportedPage = { linking: Linking; folder: string; page: PlacedPage; related: Related }

/** False for the folder of a page that has no file of its own. */
async function exportPage(
  context: Pick<Context, 'content'>,
  snapshot: Snapshot,
  { linking, folder, page, related }: ExportedPage,
): Promise<boolean> {
  const address = { workspaceId: linking.workspaceId, pageId: page.row.id }
  const document = await currentDocument(context, snapshot, address)
  const text = writePage(linking, page, document ?? emptyDocument, related)
  const path = join(folder, page.path)
  if (page.path.includes('/')) await mkdir(dirname(path), { recursive: true })
  if (text === undefined) return false
  await writeText(path, text, { flag: 'wx' })
  return true
}
