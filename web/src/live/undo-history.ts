import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'

/** Where prosemirror-history has its state, and says in a transaction what its state is after it. */
export const historyKey = 'history$'

/** What is done and can be undone, or the other way round. */
export type Branch = {
  readonly items: { readonly length: number }
  addMaps: (maps: readonly StepMap[]) => Branch
  addTransform: (
    transform: Transaction,
    selection: undefined,
    options: { depth: number },
    preserveItems: true,
  ) => Branch
  rebased: (transaction: Transaction, count: number) => Branch
  compress: (upTo: number) => Branch
}

export type History = { readonly done: Branch; readonly undone: Branch }

export function historyOf(state: EditorState): History | undefined {
  // SAFETY: prosemirror-history exports neither its key nor its state.
  return (state as unknown as Record<string, History | undefined>)[historyKey]
}

const corrected = new WeakSet<object>()

/**
 * Corrects how prosemirror-history 1.5.1 rebases. After more than 500 changes of others it compresses the items before
 * the rebased ones, but counts them as they were before the rebase: where steps are left out it compresses rebased
 * items too, or reads items that do not exist, and throws.
 */
export function correctRebase(state: EditorState): void {
  const history = historyOf(state)
  if (history === undefined) return
  // SAFETY: both branches have the class of the library as their prototype.
  const prototype = Object.getPrototypeOf(history.done) as Branch
  if (corrected.has(prototype)) return
  corrected.add(prototype)
  const { rebased, compress } = prototype
  let rebasedItems = 0
  prototype.rebased = function (transaction, count) {
    rebasedItems = redoneCount(transaction, Math.min(this.items.length, count))
    return rebased.call(this, transaction, count)
  }
  prototype.compress = function (upTo) {
    return compress.call(this, Math.min(upTo, this.items.length - rebasedItems))
  }
}

/** How many of the last `count` steps a rebase redoes. */
function redoneCount({ mapping }: Transaction, count: number): number {
  // SAFETY: ProseMirror declares `getMirror` as internal.
  const { getMirror } = mapping as unknown as { getMirror: (n: number) => number | undefined }
  const undone = Array.from({ length: count }, (_, index) => getMirror.call(mapping, index))
  return undone.filter((redone) => redone !== undefined).length
}
