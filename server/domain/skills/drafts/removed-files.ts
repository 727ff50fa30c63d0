import { AppError, invalidInput } from '../../../lib/errors.ts'
import { files as storedFiles, pages, skillStates, type Transaction } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { ChangedMeanwhile } from '../../pages/change.ts'
import { subtree } from '../../pages/subtree.ts'
import { removeWithin } from '../../pages/trash.ts'
import type { FolderFile } from '../files.ts'
import type { Plan } from '../plan.ts'

/** A file that should be gone, as the caller read it. */
export type GivenRemoval = { path: string; expectedSha256: string }

/** The files of the draft to remove. One that is gone already is left out. Throws VALIDATION_FAILED or VERSION_CONFLICT. */
export function findRemoved(
  { main }: Plan,
  files: ReadonlyMap<string, FolderFile>,
  { removals, sent }: { removals: readonly GivenRemoval[]; sent: ReadonlySet<string> },
): FolderFile[] {
  const found: FolderFile[] = []
  for (const [index, { path, expectedSha256 }] of removals.entries()) {
    const file = files.get(path)
    if (file?.source?.pageId === main.id || sent.has(path)) {
      const message = 'must be neither the main file nor a file that is sent'
      throw invalidInput([{ path: `/remove/${index}/path`, rule: 'path', message }])
    }
    if (file === undefined) continue
    if (file.sha256 !== expectedSha256) throw changed(path)
    found.push(file)
  }
  return found
}

function changed(path: string): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    `Others have changed ${path} since you read the skill. Read the draft, and remove the file again.`,
  )
}

/** Moves pages to the trash, and detaches files. Throws PAGE_NOT_FOUND, FORBIDDEN, VALIDATION_FAILED or ChangedMeanwhile. */
export async function removeFiles(
  transaction: Transaction,
  context: WorkspaceContext,
  { main: { workspaceId, id: pageId } }: Plan,
  removed: readonly FolderFile[],
): Promise<void> {
  for (const { fileId } of removed) {
    if (fileId === undefined) continue
    const isDone = await storedFiles.detachFrom(transaction, { workspaceId, pageId, fileId })
    if (!isDone) throw new ChangedMeanwhile()
  }
  const paths = new Map<string, string>()
  for (const { source, path } of removed) if (source !== undefined) paths.set(source.pageId, path)
  const below = new Set<string>()
  for (const { source } of removed) {
    if (source === undefined) continue
    const version = await pages.version(transaction, context.viewer, source.pageId)
    if (version !== source.version) throw new ChangedMeanwhile()
    for await (const ids of subtree(transaction, { workspaceId, pageId: source.pageId }, null)) {
      if (ids.some((id) => !paths.has(id))) throw hasOthers(paths.get(source.pageId) ?? '')
      ids.filter((id) => id !== source.pageId).forEach((id) => below.add(id))
    }
  }
  for (const id of paths.keys()) {
    // What is below another one goes with it.
    if (!below.has(id)) await removeWithin(transaction, context, { workspaceId, pageId: id })
  }
  await skillStates.note(transaction, { workspaceId, pageId })
}

function hasOthers(path: string): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    `The page of ${path} has subpages that stay. Move them, or delete the page in Quire.`,
  )
}
