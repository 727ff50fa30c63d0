import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { AppError } from '../../../lib/errors.ts'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '../../../lib/folders/temporary-folders.ts'
import type { DownloadFormat } from '../../../lib/vocabulary.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requirePage } from '../../pages/tree.ts'
import { exportAs } from './export-as.ts'
import { thenRemove } from './then-remove.ts'
import { requireFits, zipFolder } from './zip-folder.ts'

export type ExportedArchive = {
  /** Of the page or workspace, for the name of the archive. */
  title: string
  content: AsyncIterable<Buffer>
}

export type ArchiveInput = {
  workspaceId: string
  pageId: string | undefined
  format: DownloadFormat
}

/**
 * The pages that the caller can read as a ZIP archive of Markdown or HTML files: those of the workspace, or a page with all
 * below it. The archive begins with the first file: a client waits minutes for an answer, not for the last page of a
 * large workspace. Throws PAGE_NOT_FOUND, and NOT_SUPPORTED for more pages and files than an archive can have.
 */
export async function exportArchive(
  context: WorkspaceContext,
  { workspaceId, pageId, format }: ArchiveInput,
): Promise<ExportedArchive> {
  const { store, viewer } = context
  const page = pageId === undefined ? undefined : await requirePage(store, viewer, pageId)
  const folder = await createTemporaryFolder('export')
  const paths = new PassThrough({ objectMode: true })
  // It ends the process if it comes before the archive is read.
  paths.on('error', () => undefined)
  const onFile = (path: string) => {
    if (paths.destroyed) throw new AppError('INTERNAL', 'The download was ended.')
    paths.write(path)
  }
  const root = page === undefined ? {} : { rootId: page.id }
  const input = { folder, workspaceId, viewer, onStart: requireFits, onFile, ...root }
  const exporting = exportAs(format, context, input).then(
    () => paths.end(),
    (error: unknown) => paths.destroy(error instanceof Error ? error : undefined),
  )
  const remove = async () => {
    paths.destroy()
    await exporting
    await removeTemporaryFolder(folder)
  }
  try {
    await once(paths, 'readable')
    return { title: page?.title ?? '', content: thenRemove(zipFolder(folder, paths), remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
