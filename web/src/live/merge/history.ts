import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { Mappable, StepMap } from '@tiptap/pm/transform'
import { undoDepth } from '../../lib/page-body.ts'
import { type Branch, emptyBranch, type Rebase, rebaseBranch } from './branch.ts'

/** Where prosemirror-history has its state, and says in a transaction what its state is after it. */
const key = 'history$'

type History = {
  readonly done: Branch
  readonly undone: Branch
  /** Starts and ends of what was changed last: a change beside it, and soon after, joins its event. */
  readonly prevRanges: readonly number[] | null
}
/** `redo` is set by undo and redo alone. */
type HistoryMeta = { readonly redo?: boolean; readonly historyState: History }

/** Whether the transaction is an undo or a redo. */
export function isUndo(transaction: Transaction): boolean {
  return metaOf(transaction)?.redo !== undefined
}

type Mended = { undone: Transaction; after: EditorState; maps: readonly StepMap[] }

/**
 * Notes a transaction that mends an undo with the undo, so that a redo takes back both. By itself the history would not
 * map by it what can be undone next, which would then change other text. `maps`: what the mending comes to.
 */
export function noteInHistory(tr: Transaction, { undone, after, maps }: Mended): Transaction {
  const history = historyOf(after)
  const redo = metaOf(undone)?.redo
  if (history === undefined || redo === undefined) return tr
  const add = (branch: Branch) => branch.addTransform(tr, undefined, { depth: undoDepth }, true)
  const changed = redo
    ? { done: add(history.done), undone: history.undone.addMaps(maps) }
    : { done: history.done.addMaps(maps), undone: add(history.undone) }
  return tr.setMeta(key, { redo, historyState: copyWith(history, changed) } satisfies HistoryMeta)
}

/**
 * Notes a transaction that rebases steps of this client, so that they can be undone where they stand now. By itself the
 * history would lose those that were confirmed among changes of others, and those that are redone as several.
 */
export function noteRebase(tr: Transaction, before: EditorState, rebase: Rebase): Transaction {
  const history = historyOf(before)
  if (history === undefined) return tr
  const changed = {
    done: rebaseBranch(history.done, tr, rebase),
    // A redo of what others took apart could write text twice.
    undone: rebase.isSame ? rebaseBranch(history.undone, tr, rebase) : emptyBranch(history.undone),
    prevRanges: history.prevRanges && mapRanges(history.prevRanges, tr.mapping),
  }
  return tr.setMeta(key, { historyState: copyWith(history, changed) } satisfies HistoryMeta)
}

function mapRanges(ranges: readonly number[], mapping: Mappable): number[] {
  const mapped = ranges.map((pos, index) => mapping.map(pos, index % 2 === 0 ? 1 : -1))
  return mapped.filter((pos, index) =>
    index % 2 === 0 ? pos <= (mapped[index + 1] ?? -1) : pos >= (mapped[index - 1] ?? Infinity),
  )
}

function historyOf(state: EditorState): History | undefined {
  // SAFETY: prosemirror-history exports neither its key nor its state.
  return (state as unknown as Record<string, History | undefined>)[key]
}

function metaOf(transaction: Transaction): HistoryMeta | undefined {
  // SAFETY: as above.
  return transaction.getMeta(key) as HistoryMeta | undefined
}

function copyWith(history: History, changed: Partial<History>): History {
  return Object.assign(Object.create(Object.getPrototypeOf(history)), history, changed)
}
