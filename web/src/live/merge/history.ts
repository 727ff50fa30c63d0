import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'
import { type Branch, type History, historyKey, historyOf } from '../undo-history.ts'

type HistoryMeta = { readonly redo: boolean; readonly historyState: History }

const depth = 100

/** Whether the transaction is an undo or a redo. */
export function isUndo(transaction: Transaction): boolean {
  return transaction.getMeta(historyKey) !== undefined
}

type Mended = { undone: Transaction; after: EditorState; maps: readonly StepMap[] }

/**
 * Notes a transaction that mends an undo with the undo, so that a redo takes back both. By itself the history would not
 * map by it what can be undone next, which would then change other text. `maps`: what the mending comes to.
 */
export function noteInHistory(tr: Transaction, { undone, after, maps }: Mended): Transaction {
  const history = historyOf(after)
  // SAFETY: prosemirror-history exports neither its key nor its state.
  const { redo } = undone.getMeta(historyKey) as HistoryMeta
  if (history === undefined) return tr
  const add = (branch: Branch) => branch.addTransform(tr, undefined, { depth }, true)
  const changed = redo
    ? { done: add(history.done), undone: history.undone.addMaps(maps) }
    : { done: history.done.addMaps(maps), undone: add(history.undone) }
  const historyState: History = Object.assign(
    Object.create(Object.getPrototypeOf(history)),
    history,
    changed,
  )
  return tr.setMeta(historyKey, { redo, historyState } satisfies HistoryMeta)
}
