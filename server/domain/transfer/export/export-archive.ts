import { rm } from 'node:fs/promises'
import { createTemporaryFolder } from '../../../lib/folders/temporary-folders.ts'
import type { DownloadFormat } from '../../../lib/vocabulary.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requirePage } from '../../pages/tree.ts'
import { exportAs } from './export-as.ts'
import { thenRemove } from './then-remove.ts'
import { listForZip, zipFolder } from './zip-folder.ts'

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
 * below it. Throws PAGE_NOT_FOUND, and NOT_SUPPORTED for more than an archive can have.
 */
export async function exportArchive(
  context: WorkspaceContext,
  { workspaceId, pageId, format }: ArchiveInput,
): Promise<ExportedArchive> {
  const { store, viewer } = context
  const page = pageId === undefined ? undefined : await requirePage(store, viewer, pageId)
  const folder = await createTemporaryFolder('export')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const root = page === undefined ? {} : { rootId: page.id }
    await exportAs(format, context, { folder, workspaceId, viewer, ...root })
    const files = await listForZip(folder)
    return { title: page?.title ?? '', content: thenRemove(zipFolder(folder, files), remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
