import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { ImportState } from '../../../lib/vocabulary.ts'
import { imports, pages, reverts } from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import { isWorkspaceAdmin } from '../../agents/agents.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireFile } from '../../files/files.ts'
import { changeState, type StateChanges, wake } from '../due-rows.ts'
import { requireTarget } from '../import/target.ts'
import type { SourceKind } from '../sources/source-files.ts'
import { importJob } from './import-job.ts'
import { putRun } from './import-run.ts'
import { removeUpload } from './remove-upload.ts'

export type NewImport = {
  workspaceId: string
  fileId: string
  parentId: string | null
  kind?: SourceKind
  allFiles: boolean
  /** Whether pages of an earlier import of the same source below this parent are updated. */
  updates: boolean
}

export type Import = imports.ImportRow
export type ListedImport = imports.ListedImport

type Address = imports.ImportAddress

/** Creates an import, which is then read for its preview. Throws FILE_NOT_FOUND, PAGE_NOT_FOUND or FORBIDDEN. */
export async function createImport(
  context: WorkspaceContext,
  { workspaceId, fileId, parentId, kind, allFiles, updates }: NewImport,
): Promise<imports.ListedImport> {
  const { store, caller, viewer } = context
  await requireTarget(context, parentId)
  const file = await requireFile(store, viewer, fileId)
  const now = clock.now()
  const row: imports.NewImport = {
    workspaceId,
    id: newId(),
    parentId,
    fileId: file.id,
    name: file.name,
    chosenKind: kind ?? null,
    kind: null,
    state: 'reading',
    allFiles: allFiles ? 1 : 0,
    updates: updates ? 1 : 0,
    total: 0,
    done: 0,
    error: null,
    runId: null,
    reportPageId: null,
    createdAt: now,
    createdBy: caller.userId,
    keyId: caller.keyId ?? null,
    updatedAt: now,
  }
  await store.transactIn({ workspaceId }, async (transaction) => {
    await imports.insert(transaction, row)
    await wake(transaction, { kind: importJob, subject: workspaceId })
  })
  return { ...row, undoneAt: null }
}

/** Members get their own imports, owners and admins all below pages that they can read. Throws NOT_FOUND. */
export async function requireImport(
  context: WorkspaceContext,
  { workspaceId, importId }: Address,
): Promise<imports.ImportRow> {
  const { store, caller } = context
  const row = await imports.get(store, { workspaceId, importId: importId.toLowerCase() })
  if (row !== undefined) {
    const isAdmin = await isWorkspaceAdmin(store, workspaceId, caller.userId)
    if (await isShown(context, row, isAdmin)) return row
  }
  throw new AppError('NOT_FOUND', `Import ${importId} not found. List your imports.`)
}

/** Fewer than `limit` if some of them are hidden. */
export async function listImports(
  context: WorkspaceContext,
  { workspaceId, limit, offset }: { workspaceId: string; limit: number; offset: number },
): Promise<imports.ListedImport[]> {
  const { store, caller } = context
  const isAdmin = await isWorkspaceAdmin(store, workspaceId, caller.userId)
  const userId = isAdmin ? '' : caller.userId
  const shown: imports.ListedImport[] = []
  for (const row of await imports.list(store, workspaceId, { userId, limit, offset })) {
    if (await isShown(context, row, isAdmin)) shown.push(row)
  }
  return shown
}

/** A preview has the titles of pages: who cannot read the parent does not get those of others. */
async function isShown(
  { store, caller, viewer }: WorkspaceContext,
  { createdBy, parentId }: imports.ListedImport,
  isAdmin: boolean,
): Promise<boolean> {
  if (createdBy === caller.userId) return true
  if (!isAdmin) return false
  return parentId === null || (await pages.get(store, viewer, parentId)) !== undefined
}

/** Starts an import whose preview is ready. Its pages are those of the person who created it. Throws NOT_FOUND, VALIDATION_FAILED, PAGE_NOT_FOUND or FORBIDDEN. */
export async function startImport(context: WorkspaceContext, address: Address): Promise<void> {
  const row = await requireImport(context, address)
  await requireTarget(context, row.parentId)
  const { workspaceId } = address
  await changeState(context, row, changes, {
    from: ['ready'],
    to: 'running',
    also: async (transaction) => {
      const details = { pages: row.total, authorId: row.createdBy }
      const entry = { action: 'workspace.import', workspaceId, subject: row.id, details } as const
      await recordAudit(transaction, context.caller, entry)
      await putRun(transaction, context, row)
    },
  })
}

/** Stops a running import after the pages that are being written. Throws NOT_FOUND or VALIDATION_FAILED. */
export async function pauseImport(context: WorkspaceContext, address: Address): Promise<void> {
  const row = await requireImport(context, address)
  await changeState(context, row, changes, { from: ['running'], to: 'paused' })
}

/** Continues an import that was paused or failed. Throws NOT_FOUND, VALIDATION_FAILED, PAGE_NOT_FOUND or FORBIDDEN. */
export async function resumeImport(context: WorkspaceContext, address: Address): Promise<void> {
  const row = await requireImport(context, address)
  await requireTarget(context, row.parentId)
  // One that failed before its preview has nothing to continue.
  const allowed: ImportState[] = row.preview === null ? ['paused'] : ['paused', 'failed']
  const { workspaceId } = address
  const { runId } = row
  await changeState(context, row, changes, {
    from: allowed,
    to: 'running',
    also: async (transaction) => {
      if (runId !== null) await reverts.reopen(transaction, { workspaceId, runId })
    },
  })
}

/** Ends an import. Pages that it has written stay until its run is reverted. Throws NOT_FOUND or VALIDATION_FAILED. */
export async function cancelImport(context: WorkspaceContext, address: Address): Promise<void> {
  const row = await requireImport(context, address)
  const from = ['reading', 'ready', 'running', 'paused', 'failed'] as const
  await changeState(context, row, changes, { from, to: 'cancelled' })
  await removeUpload(context, row)
}

const changes: StateChanges<ImportState> = {
  job: importJob,
  noun: 'import',
  article: 'an import',
  field: 'importId',
  move: (transaction, { workspaceId, id: importId }, change) =>
    imports.move(transaction, { workspaceId, importId }, change),
}
