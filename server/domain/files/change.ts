import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import {
  fileLocations,
  files,
  members,
  type Reader,
  skillStates,
  unownedContents,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'
import { requireFile } from './files.ts'
import { listFileUse } from './list.ts'

type FileAddress = { workspaceId: string; fileId: string }

/** Pages that an error lists, and pages that are counted. */
const maxNamedPages = 5
const maxCountedPages = 200

/** Throws FILE_NOT_FOUND or FORBIDDEN. */
export async function renameFile(
  { store, caller, viewer }: WorkspaceContext,
  { workspaceId, fileId, name }: FileAddress & { name: string },
): Promise<void> {
  await store.transactIn({ workspaceId }, async (transaction) => {
    const file = await requireFile(transaction, viewer, fileId)
    await requireRight(transaction, file, caller.userId)
    if (file.name === name) return
    await files.rename(transaction, { workspaceId, id: fileId, name })
    const previous = { name: file.name }
    await emit(transaction, workspaceId, caller, { type: 'file.renamed', fileId, name, previous })
  })
}

/**
 * Deletes a file and detaches it from all pages. Texts that show it do not change, so pages that use the file
 * prevent the deletion unless `force` is set. Its content is removed later, if no other file has the same.
 * Throws FILE_NOT_FOUND, FORBIDDEN or FILE_IN_USE.
 */
export async function deleteFile(
  context: WorkspaceContext,
  { workspaceId, fileId, force }: FileAddress & { force: boolean },
): Promise<{ pages: number }> {
  const { store, caller, viewer } = context
  await requireRight(store, await requireFile(store, viewer, fileId), caller.userId)
  const pages = await listFileUse(context, { fileId, limit: maxCountedPages })
  if (pages.length > 0 && !force) throw inUse(pages)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const file = await requireFile(transaction, viewer, fileId)
    const { name, mimeType, size, sha256, createdBy } = file
    const locations = await fileLocations.list(transaction, workspaceId, [fileId])
    const skills = await skillStates.withFile(transaction, { workspaceId, fileId })
    await files.remove(transaction, { workspaceId, id: fileId })
    if (!(await unownedContents.isOwned(transaction, sha256))) {
      await unownedContents.note(transaction, sha256, clock.now())
    }
    const onPages = locations.filter(({ isOnPage }) => isOnPage === 1)
    const wasIn = { sectionIds: onPages.map(({ sectionId }) => sectionId), createdBy }
    const event = { type: 'file.deleted', fileId, name, mimeType, size, wasIn } as const
    await emit(transaction, workspaceId, caller, event)
    // After the event, whose counter orders all writers of the workspace.
    for (const pageId of skills) await skillStates.note(transaction, { workspaceId, pageId })
  })
  return { pages: pages.length }
}

/** The person who uploaded the file, owners and admins can change it. Throws FORBIDDEN. */
async function requireRight(
  reader: Reader,
  { workspaceId, createdBy }: files.FileRow,
  userId: string,
): Promise<void> {
  if (createdBy === userId) return
  const role = await members.role(reader, workspaceId, userId)
  if (role === 'OWNER' || role === 'ADMIN') return
  throw new AppError(
    'FORBIDDEN',
    'Only the person who uploaded the file, an owner or an admin can do this. Ask one of them.',
  )
}

function inUse(pages: readonly { title: string }[]): AppError {
  const named = pages.slice(0, maxNamedPages).map(({ title }) => `"${title || 'Untitled'}"`)
  const more = pages.length > maxNamedPages ? ` and ${pages.length - maxNamedPages} more` : ''
  const count = pages.length === 1 ? '1 page uses' : `${pages.length} pages use`
  return new AppError(
    'FILE_IN_USE',
    `${count} this file: ${named.join(', ')}${more}. To delete it anyway, use force. The pages then show it as missing.`,
  )
}
