import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { pickStoredFields } from '../../../lib/page-fields.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import {
  comments,
  files,
  history,
  levelNumbers,
  pages,
  systemViewer,
  templates,
  type Transaction,
  transfers,
} from '../../../store/index.ts'
import { requireFileQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { insertFile } from '../../files/files.ts'
import { attach } from '../../pages/attachments.ts'
import { changePage } from '../../pages/change.ts'
import { addPage } from '../../pages/create.ts'
import { makePrivate } from '../../rights/private-pages.ts'
import type { CopyContexts, PreparedCopy } from './read-original.ts'
import { copyIdOf, type Transfer } from './transfers.ts'

/** A copy with the state of its original that it has. */
export type MarkedCopy = PreparedCopy & { mark: string }

export type Progress = { total: number; done: number; files: number; leftBehind: number }

/** Adds pages in one transaction. Throws BUSY if the transfer was cancelled, and the errors of `addPage`. */
export async function addCopies(
  { target, row }: CopyContexts,
  copies: readonly MarkedCopy[],
  progress: (files: number) => Progress,
): Promise<void> {
  const { targetWorkspaceId: workspaceId } = row
  const timeSlice = startTimeSlice()
  await requireQuota(target, row, copies)
  await target.store.transactIn({ workspaceId }, async (transaction) => {
    await requireRunning(transaction, row)
    let added = 0
    for (const copy of copies) {
      if (timeSlice.isOver()) await timeSlice.pause()
      added += await addFiles(transaction, { target, row }, copy)
      await addCopy(transaction, { target, row }, copy)
    }
    await putProgress(transaction, row, progress(added))
  })
}

/** Writes again what changed in the source since a page was copied. */
export async function updateCopy(
  { target, row }: CopyContexts,
  copy: MarkedCopy,
  progress: (files: number) => Progress,
): Promise<void> {
  const { targetWorkspaceId: workspaceId } = row
  const { page } = copy
  await requireQuota(target, row, [copy])
  await target.store.transactIn({ workspaceId }, async (transaction) => {
    await requireRunning(transaction, row)
    const added = await addFiles(transaction, { target, row }, copy)
    await putProgress(transaction, row, progress(added))
  })
  const changes = { ...pickStoredFields(page), content: page.content, standsAlone: true }
  await changePage(target, { workspaceId, pageId: page.id }, changes, async (transaction) => {
    for (const fileId of page.attachments) {
      await attach(transaction, target, { workspaceId, pageId: page.id, fileId })
    }
    await addComments(transaction, row, copy)
    await putMark(transaction, row, copy)
    return undefined
  })
}

async function addCopy(
  transaction: Transaction,
  { target, row }: Pick<CopyContexts, 'target' | 'row'>,
  copy: MarkedCopy,
): Promise<void> {
  const { page, original, versions } = copy
  await addPage(transaction, target, page)
  if (original.isPrivate) await makePrivate(transaction, target.caller, page)
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  for (const { packed, ...version } of versions) {
    await history.insert(transaction, address, version)
    if (packed === null) continue
    const body = { document: packed, attribution: null }
    await history.keepDocument(transaction, address, version.version, body)
  }
  await addComments(transaction, row, copy)
  await addTemplate(transaction, { target, row }, copy)
  await putMark(transaction, row, copy)
}

/** Comments stay those of their authors; a comment that is already there gets its present text. */
async function addComments(
  transaction: Transaction,
  row: Transfer,
  { page, comments: written }: MarkedCopy,
): Promise<void> {
  const { targetWorkspaceId: workspaceId } = row
  for (const comment of written) {
    const id = copyIdOf(row, 'comment', comment.id)
    const { markdown, quote, createdAt, createdBy, deletedAt, resolvedAt, resolvedBy } = comment
    const threadId = copyIdOf(row, 'comment', comment.threadId)
    const isThere = (await comments.get(transaction, workspaceId, id)) !== undefined
    if (isThere) {
      await comments.update(transaction, { workspaceId, id }, { markdown, at: clock.now() })
    } else {
      const stamp = { createdAt, createdBy, runId: null }
      const given = { workspaceId, id, pageId: page.id, threadId, markdown, quote, ...stamp }
      await comments.insert(transaction, given)
    }
    if (deletedAt !== null) await comments.empty(transaction, { workspaceId, id }, deletedAt)
    if (resolvedAt === null || resolvedBy === null) continue
    await comments.resolve(transaction, { workspaceId, id }, { at: resolvedAt, by: resolvedBy })
  }
}

/** Below the copy of the page that it is offered below, or in the whole workspace. */
async function addTemplate(
  transaction: Transaction,
  { target, row }: Pick<CopyContexts, 'target' | 'row'>,
  { page, templateScope }: MarkedCopy,
): Promise<void> {
  if (templateScope === undefined) return
  const { targetWorkspaceId: workspaceId, createdAt, createdBy } = row
  const copyId = copyIdOf(row, 'page', templateScope)
  const below = await pages.get(transaction, systemViewer(workspaceId), copyId)
  if (below === undefined && target.viewer.openLevel < levelNumbers.write) return
  const scope = below === undefined ? workspaceId : below.id
  const template = { workspaceId, pageId: page.id, scope, createdAt, createdBy }
  await templates.put(transaction, template)
}

/** Adds the files of a page that the transfer has not added yet. Their contents are shared. */
async function addFiles(
  transaction: Transaction,
  { target, row }: Pick<CopyContexts, 'target' | 'row'>,
  { files: found }: PreparedCopy,
): Promise<number> {
  const { targetWorkspaceId: workspaceId } = row
  let added = 0
  for (const { id: originalId, name, mimeType, size, sha256 } of found) {
    const id = copyIdOf(row, 'file', originalId)
    if ((await files.get(transaction, systemViewer(workspaceId), id)) !== undefined) continue
    const file = { workspaceId, id, name, mimeType, size, sha256, storedAt: clock.now() }
    await insertFile(transaction, target, file)
    added += 1
  }
  return added
}

async function requireQuota(
  target: WorkspaceContext,
  row: Transfer,
  copies: readonly PreparedCopy[],
): Promise<void> {
  const { targetWorkspaceId: workspaceId } = row
  const missing = new Map<string, number>()
  for (const { id, size } of copies.flatMap((copy) => copy.files)) {
    const copyId = copyIdOf(row, 'file', id)
    const known = await files.get(target.store, systemViewer(workspaceId), copyId)
    if (known === undefined) missing.set(id, size)
  }
  const bytes = missing.values().reduce((sum, size) => sum + size, 0)
  if (bytes > 0) await requireFileQuota(target, workspaceId, bytes)
}

async function requireRunning(transaction: Transaction, row: Transfer): Promise<void> {
  const { workspaceId, id: transferId } = row
  if ((await transfers.state(transaction, { workspaceId, transferId })) === 'running') return
  throw new AppError('BUSY', 'The transfer was cancelled while pages were written.')
}

function putProgress(transaction: Transaction, row: Transfer, progress: Progress): Promise<void> {
  const { workspaceId, id: transferId } = row
  return transfers.putProgress(
    transaction,
    { workspaceId, transferId },
    { ...progress, at: clock.now() },
  )
}

function putMark(
  transaction: Transaction,
  { workspaceId, id: transferId }: Transfer,
  { original: { page, copyId }, mark }: MarkedCopy,
): Promise<void> {
  const item = { kind: 'page', itemId: page.id, copyId, mark } as const
  return transfers.putItem(transaction, { workspaceId, transferId }, item)
}
