import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { files, members, type Reader, unownedContents } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { emit } from '../events/events.ts'
import { requireFile } from './files.ts'
import { listFileUse } from './list.ts'

type FileAddress = { workspaceId: string; fileId: string }

/** Titles that a refusal names, and pages that are counted one by one. */
const maxListedHeadings = 5
const mostCounted = 200

export async function renameFile(
  { store, caller }: Context,
  { workspaceId, fileId, name }: FileAddress & { name: string },
): Promise<void> {
  await store.transactIn({ workspaceId }, async (transaction) => {
    const file = await requireFile(transaction, workspaceId, fileId)
    await requireRight(transaction, file, caller.userId)
    if (file.name === name) return
    await files.rename(transaction, { workspaceId, id: fileId, name })
    const previous = { name: file.name }
    await emit(transaction, workspaceId, caller, { type: 'file.renamed', fileId, name, previous })
  })
}

/**
 * Deletes a file, and takes it off the pages that have it attached. Texts that show it stay as they are and
 * show that it is missing, so pages that use it keep it unless `force` is set. Its bytes go later, when no
 * other file has the same.
 */
export async function deleteFile(
  context: Context,
  { workspaceId, fileId, force }: FileAddress & { force: boolean },
): Promise<{ pages: number }> {
  const { store, caller } = context
  await requireRight(store, await requireFile(store, workspaceId, fileId), caller.userId)
  const pages = await listFileUse(context, { workspaceId, fileId, limit: mostCounted })
  if (pages.length > 0 && !force) throw inUse(pages)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const { name, mimeType, size, sha256 } = await requireFile(transaction, workspaceId, fileId)
    await files.remove(transaction, { workspaceId, id: fileId })
    if (!(await unownedContents.isOwned(transaction, sha256))) {
      await unownedContents.note(transaction, sha256, clock.now())
    }
    const told = { type: 'file.deleted', fileId, name, mimeType, size } as const
    await emit(transaction, workspaceId, caller, told)
  })
  return { pages: pages.length }
}

/** Who uploaded a file may change it, and who runs the workspace. */
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
  const named = pages.slice(0, maxListedHeadings).map(({ title }) => `"${title || 'Untitled'}"`)
  const more =
    pages.length > maxListedHeadings ? ` and ${pages.length - maxListedHeadings} more` : ''
  const count = pages.length === 1 ? '1 page uses' : `${pages.length} pages use`
  return new AppError(
    'FILE_IN_USE',
    `${count} this file: ${named.join(', ')}${more}. To delete it anyway, use force. The pages then show it as missing.`,
  )
}
