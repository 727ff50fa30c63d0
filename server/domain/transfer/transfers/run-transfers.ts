import { AppError } from '../../../lib/errors.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { pages, type Store, systemViewer, transfers, workspaces } from '../../../store/index.ts'
import type { Caller, WorkspaceContext } from '../../context.ts'
import type { Original } from '../../pages/copies/read-tree.ts'
import { removePage } from '../../pages/trash.ts'
import { requireParent, requirePage } from '../../pages/tree.ts'
import { enterWorkspace } from '../../people/access.ts'
import { requireActiveKey } from '../../people/api-keys.ts'
import { withRun } from '../../runs/with-run.ts'
import { type DueWork, runDue } from '../due-rows.ts'
import { finishMove } from './finish-move.ts'
import { type CopyContexts, readOriginal, storeTyped } from './read-original.ts'
import { runOfTransfer } from './transfer-job.ts'
import { readTransferTree, requireTransferable, type TransferTree } from './transfer-tree.ts'
import { copyIdOf, endTransfer, type Transfer } from './transfers.ts'
import { addCopies, type MarkedCopy, type Progress, updateCopy } from './write-copies.ts'

/** Pages, and their text in characters, per transaction. */
const batchPages = 16
const batchLength = 1024 * 1024
/** How often pages that changed meanwhile are copied again before a move gives up. */
const maxRounds = 10
const itemsPerRead = 1000

/** Runs the transfers from a workspace, one after another. False if it was stopped before the last one. */
export function runTransfers(work: DueWork): Promise<boolean> {
  return runDue(work, {
    due: transfers.due,
    run: (row, onProgress) =>
      row.state === 'running' ? run({ ...work, onProgress }, row) : undo(work, row),
    giveUp: (row, error) => giveUp(work, row, error),
    ended: (attempts) =>
      `The server ended ${attempts} times while it worked on the transfer. Move the pages in smaller parts, or ask the operator of the server.`,
  })
}

type Work = DueWork & { onProgress: () => Promise<void> }

/** What is written so far is undone next. */
async function giveUp({ store }: DueWork, row: Transfer, error: unknown): Promise<void> {
  const { workspaceId, id: transferId } = row
  const message =
    error instanceof AppError
      ? error.message
      : 'The transfer stopped because of an error of the server. Try again, or ask its operator.'
  await store.transactIn({ workspaceId }, async (transaction) => {
    const state = await transfers.state(transaction, { workspaceId, transferId })
    const to = state === 'running' ? 'undoing' : 'failed'
    if (state === 'running' || state === 'undoing') {
      await endTransfer(transaction, row, { from: state, to, error: message })
    }
  })
}

async function run(work: Work, row: Transfer): Promise<void> {
  const { store, signal } = work
  const { workspaceId, id: transferId } = row
  for (let round = 1; ; round += 1) {
    const contexts = await enter(work, row)
    const root = await requirePage(store, contexts.source.viewer, row.pageId)
    requireTransferable(contexts.source.viewer, root, row.kind)
    const tree = await treeOf(contexts, root)
    await copyTree(work, contexts, tree)
    if (signal.aborted) return
    if ((await transfers.state(store, { workspaceId, transferId })) !== 'running') return
    if (row.kind === 'copy') {
      await store.transactIn({ workspaceId }, (transaction) =>
        endTransfer(transaction, row, { from: 'running', to: 'done', error: null }),
      )
      return
    }
    const marks = await readMarks(store, row)
    if (await finishMove(contexts, marks)) return
    if (round < maxRounds) continue
    const message = 'The pages changed again and again while they were moved. Try again later.'
    throw new AppError('BUSY', message)
  }
}

/** The caller in both workspaces, each with a run of its own. */
async function enter(work: DueWork, row: Transfer): Promise<CopyContexts> {
  const { keyId, kind, workspaceId, targetWorkspaceId } = row
  if (keyId !== null) await requireActiveKey(work.store, keyId)
  const isMove = kind === 'move'
  const caller = callerOf(row, runOfTransfer(row.id))
  const source = await within(work, workspaceId, { caller, right: isMove ? 'write' : 'read' })
  const from = await workspaces.byId(work.store, workspaceId)
  // The history of the copies shows it.
  const runClient = `${isMove ? 'moved' : 'copied'} from ${from?.name ?? workspaceId}`
  const there = { caller: { ...caller, runClient }, right: 'write' } as const
  const target = await within(work, targetWorkspaceId, there)
  await requireParent(work.store, target.viewer, row.targetParentId, 'write')
  return { source, target, row }
}

async function within(
  work: DueWork,
  workspaceId: string,
  { caller, right }: { caller: Caller; right: 'read' | 'write' },
): Promise<WorkspaceContext> {
  const entered = await enterWorkspace(work.contextFor(caller), workspaceId, right)
  return withRun(entered, workspaceId)
}

function callerOf({ createdBy: userId, keyId, via }: Transfer, runName: string): Caller {
  return {
    userId,
    keyId: keyId ?? undefined,
    // SAFETY: `createTransfer` stores only these.
    via: via as Caller['via'],
    readOnly: false,
    workspaceIds: undefined,
    runName,
  }
}

function treeOf({ source, row }: CopyContexts, root: pages.ReadablePage): Promise<TransferTree> {
  return readTransferTree(source, root, {
    kind: row.kind,
    includesBelow: row.includesBelow === 1,
    copyIdOf: (pageId) => copyIdOf(row, 'page', pageId),
  })
}

/** Copies the pages that are not copied yet, and those that changed since. */
async function copyTree(
  { store, signal, onProgress }: Work,
  contexts: CopyContexts,
  tree: TransferTree,
): Promise<void> {
  const { source, row } = contexts
  const { workspaceId, id: transferId } = row
  const taken = new Set(tree.originals.map(({ page }) => page.id))
  const isTaken = (pageId: string) => taken.has(pageId)
  const marks = await readMarks(store, row)
  const before = await transfers.get(store, { workspaceId, transferId })
  const progress: Progress = {
    total: tree.originals.length,
    done: marks.size,
    files: before?.files ?? 0,
    leftBehind: tree.left,
  }
  let batch: MarkedCopy[] = []
  let length = 0
  const flush = async () => {
    if (batch.length === 0) return
    const done = progress.done + batch.length
    await addCopies(contexts, batch, (files) => advance(progress, { done, files }))
    await onProgress()
    batch = []
    length = 0
  }
  const timeSlice = startTimeSlice()
  for (const original of tree.originals) {
    if (signal.aborted) return
    if (timeSlice.isOver()) await timeSlice.pause()
    const known = marks.get(original.page.id)
    if (row.kind === 'copy' && known !== undefined) continue
    const mark = await markOf(contexts, original)
    if (mark === undefined || mark === known) continue
    const copy = { ...(await readOriginal(contexts, original, isTaken)), mark }
    if (known === undefined) {
      batch.push(copy)
      length += lengthOf(copy)
      if (batch.length >= batchPages || length >= batchLength) await flush()
    } else {
      await flush()
      await updateCopy(contexts, copy, (files) => advance(progress, { done: progress.done, files }))
    }
  }
  await flush()
  await source.store.commitOpen?.()
}

function advance(progress: Progress, { done, files }: { done: number; files: number }): Progress {
  progress.done = done
  progress.files += files
  return progress
}

function lengthOf({ page, versions }: MarkedCopy): number {
  return versions.reduce(
    (sum, { packed }) => sum + (packed?.length ?? 0),
    page.content.document.length,
  )
}

/** Read before the page itself, so that later changes are noticed. */
async function markOf({ source, row }: CopyContexts, original: Original) {
  const { workspaceId, id: pageId } = original.page
  if (row.kind === 'move') await storeTyped(source, original)
  const mark = await transfers.markOf(source.store, { workspaceId, pageId })
  const now = await pages.get(source.store, source.viewer, pageId)
  if (now === undefined) return undefined
  original.page = now
  return mark
}

async function readMarks(store: Store, row: Transfer): Promise<Map<string, string>> {
  const { workspaceId, id: transferId } = row
  const marks = new Map<string, string>()
  for (let after = ''; ;) {
    const part = { kind: 'page', after, limit: itemsPerRead } as const
    const items = await transfers.items(store, { workspaceId, transferId }, part)
    for (const { itemId, mark } of items) marks.set(itemId, mark)
    after = items.at(-1)?.itemId ?? ''
    if (items.length < itemsPerRead) return marks
  }
}

/** Moves what a transfer has written to the trash, whatever the caller may do now. */
async function undo(work: DueWork, row: Transfer): Promise<void> {
  const { store } = work
  const { targetWorkspaceId, workspaceId, copyId, error } = row
  const viewer = systemViewer(targetWorkspaceId)
  if ((await pages.get(store, viewer, copyId)) !== undefined) {
    const caller = callerOf(row, `undo-transfer:${row.id}`)
    const context = await withRun(work.contextFor(caller), targetWorkspaceId)
    await removePage({ ...context, viewer }, { workspaceId: targetWorkspaceId, pageId: copyId })
  }
  await store.transactIn({ workspaceId }, (transaction) =>
    endTransfer(transaction, row, {
      from: 'undoing',
      to: error === null ? 'cancelled' : 'failed',
      error,
    }),
  )
}
