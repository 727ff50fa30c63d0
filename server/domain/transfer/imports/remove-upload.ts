import { AppError } from '../../../lib/errors.ts'
import { imports } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { deleteFile } from '../../files/change.ts'

/** Deletes the uploaded file of an import that has ended, unless a page or another import uses it. */
export async function removeUpload(
  context: WorkspaceContext,
  { workspaceId, fileId }: Pick<imports.ImportRow, 'workspaceId' | 'fileId'>,
): Promise<void> {
  if (await imports.uses(context.store, { workspaceId, fileId })) return
  try {
    await deleteFile(context, { workspaceId, fileId, force: false })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
