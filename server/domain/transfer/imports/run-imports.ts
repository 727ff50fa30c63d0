import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { ImportState } from '../../../lib/vocabulary.ts'
import { imports, pageLookup, type Store } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { enterWorkspace } from '../../people/access.ts'
import { requireActiveKey } from '../../people/api-keys.ts'
import { reauthorize } from '../../people/reauthorize.ts'
import { type DueWork, runDue } from '../due-rows.ts'
import { type ImportHooks, importRoot, nothingToImport } from '../import/import.ts'
import { requireTarget } from '../import/target.ts'
import type { SourceKind } from '../sources/source-files.ts'
import { finishImport } from './finish-import.ts'
import { maxWaitMs } from './import-job.ts'
import { trackProgress } from './import-progress.ts'
import { callerOf, followRun, type ImportRun } from './import-run.ts'
import { type OpenUpload, openUpload } from './open-upload.ts'
import { previewImport } from './preview.ts'
import { removeUpload } from './remove-upload.ts'
import { readLedger } from './stored-ledger.ts'
import { readReport } from './stored-report.ts'

/** Reads and runs the imports of a workspace, one after another. False if it was stopped before the last one. */
export async function runImports(work: DueWork): Promise<boolean> {
  await cancelAbandoned(work)
  return runDue(work, {
    due: imports.due,
    run: (row, onProgress) => workOn({ ...work, onProgress }, row),
    giveUp: (row, error) => fail(work.store, row, error),
    ended: (attempts) =>
      `The server ended ${attempts} times while it worked on the import, perhaps for lack of memory. Split the source into smaller parts, or ask the operator of the server.`,
  })
}

type Work = DueWork & { onProgress: () => Promise<void> }

/** Their pages stay. The upload of someone who left the workspace stays too, for an owner to delete. */
async function cancelAbandoned(work: DueWork): Promise<void> {
  const { store, workspaceId } = work
  for (;;) {
    const importId = await imports.abandoned(store, workspaceId, clock.now() - maxWaitMs)
    if (importId === undefined) return
    const row = await imports.get(store, { workspaceId, importId })
    if (row === undefined) return
    await store.transactIn({ workspaceId }, (transaction) => {
      const error = 'The import waited for 30 days and was cancelled.'
      const move = { from: row.state, to: 'cancelled', error, at: clock.now() } as const
      return imports.move(transaction, { workspaceId, importId }, move)
    })
    try {
      const context = work.contextFor(callerOf(row))
      await removeUpload(await enterWorkspace(context, workspaceId, 'write'), row)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}

async function workOn(work: Work, row: imports.ImportRow): Promise<void> {
  const { workspaceId, keyId } = row
  if (keyId !== null) await requireActiveKey(work.store, keyId)
  const caller = callerOf(row)
  const entered = await enterWorkspace(work.contextFor(caller), workspaceId, 'write')
  const canRestrict = await requireTarget(entered, row.parentId)
  const run = await followRun(entered)
  const context = { ...entered, caller: { ...caller, run: run.run } }
  const chosen = row.chosenKind === null ? undefined : kindOf(row.chosenKind)
  const opened = await openUpload(context, { fileId: row.fileId, chosen })
  try {
    if (row.state === 'reading') await read(work, context, row, opened)
    else await write(work, context, { row, run, opened, canRestrict })
  } finally {
    await opened.close()
  }
}

function kindOf(kind: string): SourceKind {
  // SAFETY: `createImport` stores only these.
  return kind as SourceKind
}

async function read(
  { store, signal }: DueWork,
  context: WorkspaceContext,
  row: imports.ImportRow,
  opened: OpenUpload,
): Promise<void> {
  const { workspaceId, id: importId } = row
  const address = { workspaceId, importId }
  const preview = await previewImport(opened, await readLedger(context, row), () => signal.aborted)
  if (preview === undefined) return
  await store.transactIn({ workspaceId }, async (transaction) => {
    const at = clock.now()
    const { kind } = opened
    const found = { kind, preview: JSON.stringify(preview), total: preview.pages, at }
    await imports.putPreview(transaction, address, found)
    const error = preview.pages === 0 ? nothingToImport(opened.root).message : undefined
    const to: ImportState = error === undefined ? 'ready' : 'failed'
    const move = { from: 'reading', to, at, ...(error !== undefined && { error }) } as const
    await imports.move(transaction, address, move)
  })
}

type Writing = {
  row: imports.ImportRow
  run: ImportRun
  opened: OpenUpload
  canRestrict: boolean
}

async function write(
  { store, signal, onProgress }: Work,
  context: WorkspaceContext,
  { row, run, opened, canRestrict }: Writing,
): Promise<void> {
  const { workspaceId, id: importId, parentId } = row
  const address = { workspaceId, importId }
  let wasStopped = false
  const isStopped = async () => {
    // Someone may resume it before this part has ended.
    wasStopped ||= signal.aborted || (await imports.state(store, address)) !== 'running'
    if (!wasStopped) await requireStillAllowed(context, row)
    return wasStopped
  }
  const ledger = await readLedger(context, row)
  const before = await readReport(store, address)
  const progress = trackProgress({ address, runId: run.run.id, source: opened, before })
  const hooks: ImportHooks = {
    ledger,
    isStopped,
    ...(before === undefined ? {} : { report: before.report }),
    save: progress.add,
    onBatch: async () => {
      await onProgress()
      await run.renew()
    },
  }
  const target = { root: opened.root, workspaceId, parentId, canRestrict }
  const report = await importRoot(context, { ...target, allFiles: row.allFiles === 1 }, hooks)
  const stored = progress.toStored(report)
  if (await isStopped()) {
    // Otherwise another node may already continue it.
    if (signal.aborted) return
    await store.transactIn({ workspaceId }, (transaction) => progress.put(transaction, stored))
    return
  }
  await finishImport(context, row, { stored, progress })
  await removeUpload(context, row)
}

/** Who lost the key, the membership or the right to write below the parent imports no further page. */
async function requireStillAllowed(
  context: WorkspaceContext,
  { workspaceId, parentId }: imports.ImportRow,
): Promise<void> {
  const viewer = await reauthorize(context, workspaceId, { reader: context.store, right: 'write' })
  await requireTarget({ ...context, viewer }, parentId)
}

async function fail(store: Store, row: imports.ImportRow, error: unknown): Promise<void> {
  const { workspaceId, id: importId, state } = row
  const message = await reasonOf(store, row, error)
  await store.transactIn({ workspaceId }, (transaction) => {
    const move = { from: state, to: 'failed', error: message, at: clock.now() } as const
    return imports.move(transaction, { workspaceId, importId }, move)
  })
}

async function reasonOf(
  store: Store,
  { workspaceId, parentId }: imports.ImportRow,
  error: unknown,
): Promise<string> {
  if (!(error instanceof AppError)) {
    return 'The import stopped because of an error of the server. Resume it, or ask its operator.'
  }
  if (parentId === null || (await pageLookup.exists(store, workspaceId, parentId))) {
    return error.message
  }
  return 'The page to import below was deleted. Restore it from the trash and resume the import, or cancel the import.'
}
