import { storable } from '../../../lib/text.ts'
import type { WorkspaceContext } from '../../context.ts'
import { packSource, type SourceFile } from '../../document/page-source.ts'
import { addPage, preparePage } from '../../pages/create.ts'
import { shortened } from '../title.ts'
import { nameOf, requireFileName } from './source-file.ts'

export type FileToCreate = { workspaceId: string; parentId: string | null; file: SourceFile }

/**
 * Creates an empty page for a new file or folder. Its text is saved when all new pages exist, so that it can link to
 * them. Returns the ID. Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function createFile(
  context: WorkspaceContext,
  { workspaceId, parentId, file }: FileToCreate,
): Promise<string> {
  requireFileName(file)
  const title = shortened(storable(nameOf(file)))
  const page = { workspaceId, parentId, title, ownership: 'TEXT', markdown: '' } as const
  const prepared = await preparePage(context, page)
  const source = packSource({ file, frontMatter: '', parts: [] })
  await context.store.transactIn({ workspaceId }, (transaction) =>
    addPage(transaction, context, { ...prepared, source }),
  )
  return prepared.id
}
