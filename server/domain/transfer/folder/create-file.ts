import { newId } from '../../../lib/ids.ts'
import { defaultStoredFields } from '../../../lib/page-fields.ts'
import { storable } from '../../../lib/text.ts'
import { sources } from '../../../store/index.ts'
import { requirePageQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { packSource, type SourceFile } from '../../document/page-source.ts'
import { addPage } from '../../pages/create.ts'
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
  await requirePageQuota(context, workspaceId)
  const title = shortened(storable(nameOf(file)))
  const content = await context.content.fromMarkdown('', '/file')
  const id = newId()
  const page = {
    ...defaultStoredFields,
    workspaceId,
    id,
    parentId,
    title,
    ownership: 'TEXT' as const,
    content,
    entry: context.content.entryOf(title, content),
    attachments: [],
  }
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    await addPage(transaction, context, page)
    const source = packSource({ file, frontMatter: '', parts: [] })
    await sources.put(transaction, { workspaceId, pageId: id }, source)
  })
  return id
}
