import { invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { defaultStoredFields } from '../../../lib/page-fields.ts'
import { storable } from '../../../lib/text.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { requirePageQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { packSource, type SourceFile } from '../../document/page-source.ts'
import { addPage, type PreparedPage } from '../../pages/create.ts'
import { shortened } from '../title.ts'
import { nameOf, requireFileName } from './source-file.ts'

export type FileToCreate = {
  parentId?: string | null | undefined
  /** The index of an earlier file in the list, whose page is the parent. */
  parent?: number | undefined
  file: SourceFile
}

/** Creates the page of one file, as `createFiles` does. Returns its ID. */
export async function createFile(
  context: WorkspaceContext,
  { workspaceId, ...file }: { workspaceId: string } & FileToCreate,
): Promise<string> {
  requireFileName(file.file)
  const [pageId = ''] = await addFiles(context, workspaceId, [file])
  return pageId
}

/**
 * Creates empty pages for new files and folders, all or none. Their texts are saved when all new pages exist, so that they
 * can link to them. Returns the IDs. Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export function createFiles(
  context: WorkspaceContext,
  { workspaceId, files }: { workspaceId: string; files: readonly FileToCreate[] },
): Promise<string[]> {
  requireFiles(files)
  return addFiles(context, workspaceId, files)
}

async function addFiles(
  context: WorkspaceContext,
  workspaceId: string,
  files: readonly FileToCreate[],
): Promise<string[]> {
  await requirePageQuota(context, workspaceId, files.length)
  const timeSlice = startTimeSlice()
  const content = await context.content.fromMarkdown('', '/markdown')
  const pages: PreparedPage[] = []
  for (const { parentId = null, parent, file } of files) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const title = shortened(storable(nameOf(file)))
    pages.push({
      ...defaultStoredFields,
      workspaceId,
      id: newId(),
      parentId: parent === undefined ? parentId : (pages[parent]?.id ?? null),
      title,
      ownership: 'TEXT',
      content,
      entry: context.content.entryOf(title, content),
      attachments: [],
      source: packSource({ file, frontMatter: '', parts: [] }),
    })
  }
  await context.store.transactIn({ workspaceId }, async (transaction) => {
    for (const page of pages) {
      if (timeSlice.isOver()) await timeSlice.pause()
      await addPage(transaction, context, page)
    }
  })
  return pages.map(({ id }) => id)
}

/** Throws VALIDATION_FAILED for names that a folder cannot have, and for parents that do not come before. */
function requireFiles(files: readonly FileToCreate[]): void {
  for (const [index, { parent, parentId, file }] of files.entries()) {
    requireFileName(file, `/files/${index}/file`)
    const isEarlier = parent === undefined || (parent < index && parentId === undefined)
    if (isEarlier) continue
    const message = 'must be the index of an earlier file, without parentId.'
    throw invalidInput([{ path: `/files/${index}/parent`, rule: 'maximum', message }])
  }
}
