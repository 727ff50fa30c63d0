import { clock } from '../../../lib/clock.ts'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import { derivedId, newId } from '../../../lib/ids.ts'
import type { TransferKind, TransferState } from '../../../lib/vocabulary.ts'
import { type files, type pages, type Transaction, transfers } from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import { requireFileQuota, requirePageQuota } from '../../administration/quotas.ts'
import type { WorkspaceContext } from '../../context.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { requireParent, requirePage } from '../../pages/tree.ts'
import { enterWorkspace } from '../../people/access.ts'
import { changeState, type StateChanges, wake } from '../due-rows.ts'
import { filesOf } from './page-files.ts'
import { transferJob } from './transfer-job.ts'
import { readTransferTree, requireTransferable, type TransferTree } from './transfer-tree.ts'

export type NewTransfer = {
  workspaceId: string
  pageId: string
  kind: TransferKind
  includesBelow: boolean
  targetWorkspaceId: string
  targetParentId: string | null
}

export type Transfer = transfers.TransferRow
export type TransferPreview = {
  pages: number
  files: number
  fileBytes: number
  leftBehind: number
}

type Address = transfers.TransferAddress

/** Transfers of one person from one workspace that run at the same time. */
const maxOpen = 10
/** Pages whose text a preview reads for files that are linked and not attached. */
const maxReadPages = 200

/** What a transfer would write. Throws the errors of `createTransfer`. */
export async function previewTransfer(
  context: WorkspaceContext,
  transfer: NewTransfer,
): Promise<TransferPreview> {
  const { tree } = await check(context, transfer)
  const found = await filesIn(context, tree)
  const fileBytes = found.reduce((sum, { size }) => sum + size, 0)
  const { originals, left: leftBehind } = tree
  return { pages: originals.length, files: found.length, fileBytes, leftBehind }
}

/**
 * Starts to copy or move a page to another workspace. Throws PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED, RATE_LIMITED
 * or VALIDATION_FAILED.
 */
export async function createTransfer(
  context: WorkspaceContext,
  transfer: NewTransfer,
): Promise<Transfer> {
  const { store, caller } = context
  const { workspaceId, targetWorkspaceId } = transfer
  const { target, root, tree } = await check(context, transfer)
  await requirePageQuota(target, targetWorkspaceId, tree.originals.length)
  const found = await filesIn(context, tree)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  if (bytes > 0) await requireFileQuota(target, targetWorkspaceId, bytes)
  const row = newRow(context, transfer, { root, tree })
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireFewOpen(transaction, { workspaceId, userId: caller.userId })
    await transfers.insert(transaction, row)
    await recordBoth(transaction, context, row)
    await wake(transaction, { kind: transferJob, subject: workspaceId })
  })
  return row
}

function newRow(
  { caller }: WorkspaceContext,
  transfer: NewTransfer,
  { root, tree }: Pick<Checked, 'root' | 'tree'>,
): Transfer {
  const createdAt = clock.now()
  const id = newId()
  return {
    workspaceId: transfer.workspaceId,
    id,
    pageId: root.id,
    includesBelow: transfer.includesBelow ? 1 : 0,
    kind: transfer.kind,
    targetWorkspaceId: transfer.targetWorkspaceId,
    targetParentId: transfer.targetParentId,
    copyId: copyIdOf({ id, createdAt }, 'page', root.id),
    title: root.title,
    via: caller.via,
    state: 'running',
    total: tree.originals.length,
    done: 0,
    files: 0,
    leftBehind: tree.left,
    error: null,
    createdAt,
    createdBy: caller.userId,
    keyId: caller.keyId ?? null,
    updatedAt: createdAt,
  }
}

async function requireFewOpen(
  transaction: Transaction,
  who: { workspaceId: string; userId: string },
): Promise<void> {
  if ((await transfers.countOpen(transaction, who)) < maxOpen) return
  const message = `You have ${maxOpen} transfers that are still running. Wait for one to end.`
  throw new AppError('RATE_LIMITED', message, { retryAfter: 10 })
}

/** The audit log of each workspace names the other one. */
async function recordBoth(
  transaction: Transaction,
  { caller }: WorkspaceContext,
  { workspaceId, targetWorkspaceId, pageId, copyId, kind, total: pages }: Transfer,
): Promise<void> {
  const action = 'page.transfer' as const
  const out = { kind, pages, to: targetWorkspaceId }
  await recordAudit(transaction, caller, { action, workspaceId, subject: pageId, details: out })
  const into = { workspaceId: targetWorkspaceId, subject: copyId }
  // The run is one of the first workspace.
  const { run: _run, ...actor } = caller
  const details = { kind, pages, from: workspaceId }
  await recordAudit(transaction, actor, { action, ...into, details })
}

/** A transfer of the caller. Throws NOT_FOUND. */
export async function requireTransfer(
  { store, caller }: Pick<WorkspaceContext, 'store' | 'caller'>,
  { workspaceId, transferId }: Address,
): Promise<Transfer> {
  const row = await transfers.get(store, { workspaceId, transferId: transferId.toLowerCase() })
  if (row?.createdBy === caller.userId) return row
  throw new AppError('NOT_FOUND', `Transfer ${transferId} not found. Check its ID and workspace.`)
}

/** Stops a transfer and moves what it has written to the trash. Throws NOT_FOUND, VALIDATION_FAILED or BUSY. */
export async function cancelTransfer(context: WorkspaceContext, address: Address): Promise<void> {
  const row = await requireTransfer(context, address)
  if (row.state === 'cancelled') return
  await changeState(context, row, changes, { from: ['running'], to: 'undoing' })
}

const changes: StateChanges<TransferState> = {
  job: transferJob,
  noun: 'transfer',
  article: 'a transfer',
  field: 'transferId',
  move: (transaction, { workspaceId, id: transferId }, change) =>
    transfers.move(transaction, { workspaceId, transferId }, { ...change, error: null }),
}

/** The ID of what a page or file becomes: the same each time, so that nothing is written twice. */
export function copyIdOf(
  { id, createdAt }: Pick<Transfer, 'id' | 'createdAt'>,
  kind: 'page' | 'file' | 'comment',
  originalId: string,
): string {
  return derivedId(createdAt, `${id}\n${kind}\n${originalId}`)
}

/** Marks a transfer as ended. */
export function endTransfer(
  transaction: Transaction,
  { workspaceId, id: transferId }: Transfer,
  change: { from: TransferState; to: TransferState; error: string | null },
): Promise<boolean> {
  return transfers.move(transaction, { workspaceId, transferId }, { ...change, at: clock.now() })
}

type Checked = { target: WorkspaceContext; root: pages.ReadablePage; tree: TransferTree }

async function check(context: WorkspaceContext, transfer: NewTransfer): Promise<Checked> {
  const { workspaceId, targetWorkspaceId, targetParentId, pageId, kind } = transfer
  if (workspaceId === targetWorkspaceId) {
    const message = 'must be another workspace; use pages/move or pages/duplicate within one'
    throw invalidInput([{ path: '/targetWorkspaceId', rule: 'workspace', message }])
  }
  if (kind === 'move') await enterWorkspace(context, workspaceId, 'write')
  const target = await enterWorkspace(context, targetWorkspaceId, 'write')
  const root = await requirePage(context.store, context.viewer, pageId)
  requireTransferable(context.viewer, root, kind)
  await requireParent(target.store, target.viewer, targetParentId, 'write')
  const ids = { id: '', createdAt: 0 }
  const choice = { ...transfer, copyIdOf: (id: string) => copyIdOf(ids, 'page', id) }
  return { target, root, tree: await readTransferTree(context, root, choice) }
}

/** The files of the pages, each once. */
async function filesIn(
  context: WorkspaceContext,
  { originals }: TransferTree,
): Promise<files.FileRow[]> {
  const found = new Map<string, files.FileRow>()
  for (const [index, { page }] of originals.entries()) {
    const address = { workspaceId: page.workspaceId, pageId: page.id }
    const document =
      index < maxReadPages ? await currentDocument(context, context.store, address) : undefined
    for (const file of await filesOf(context, page, [document ?? ''])) found.set(file.id, file)
  }
  return [...found.values()]
}
