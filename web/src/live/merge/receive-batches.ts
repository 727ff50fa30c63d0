import { type EditorState, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { type Mappable, type Mapping, type Step, StepMap } from '@tiptap/pm/transform'
import { type Change, readBatch } from '../../../../content/steps/batch.ts'
import { mapInsertion, type StepMapping } from '../../../../content/steps/mapping.ts'
import {
  type Own,
  type RebasedUnconfirmed,
  rebaseUnconfirmed,
} from '../../../../content/steps/rebase-unconfirmed.ts'
import {
  type CollabState,
  type ConfirmedBatch,
  confirmSent,
  redoRest,
  replaceUnconfirmed,
  sentBatch,
  shift,
  stateOf,
  type View,
  withInverses,
} from '../collab.ts'
import { trackMoves } from '../own-moves.ts'
import { addForeign } from './foreign-text.ts'

/**
 * Takes confirmed batches in the order of their versions. All that a client missed must come in one call. Older ones
 * are ignored; false if one is missing, then the page must be opened again.
 */
export function receiveBatches(view: View, batches: readonly ConfirmedBatch[]): boolean {
  const state = stateOf(view.state)
  const newer = batches.filter(({ version }) => version > state.version)
  if (newer.some(({ version }, index) => version !== state.version + index + 1)) return false
  if (newer.length === 0) return true
  const ownIndex = newer.findIndex(({ id }) => id === state.sent?.id)
  if (newer.length === 1 && ownIndex === 0 && isAsSent(view.state, newer[0])) {
    confirmSent(view)
    return true
  }
  const changes = newer.map((batch) => changeOf(view.state, batch))
  if (!changes.every((change) => change !== undefined)) return false
  const own = ownIndex < 0 ? undefined : { index: ownIndex, count: state.sent?.count ?? 0 }
  rebaseState(view, state, changes, own)
  return true
}

function changeOf(state: EditorState, batch: ConfirmedBatch): Change | undefined {
  if (batch.steps === undefined) {
    const sent = sentBatch(state)
    return sent?.id === batch.id ? readBatch(state.schema, sent) : undefined
  }
  const moves = batch.moves === undefined ? {} : { moves: batch.moves }
  return readBatch(state.schema, { steps: batch.steps, ...moves })
}

function isAsSent(state: EditorState, batch: ConfirmedBatch | undefined): boolean {
  const { steps } = batch ?? {}
  return steps === undefined || JSON.stringify(steps) === JSON.stringify(sentBatch(state)?.steps)
}

type Redone = RebasedUnconfirmed['redone'][number]

function rebaseState(
  view: View,
  state: CollabState,
  changes: readonly Change[],
  own: Own | undefined,
): void {
  const before = view.state
  const work = before.tr
  const rebased = rebaseUnconfirmed(work, state.unconfirmed, state.moves, changes, own)
  const end = endOfSingleSteps(work, rebased)
  const transaction =
    end === work.steps.length ? work : withSteps(before.tr, work.steps.slice(0, end))
  const firstRedone = rebased.redone[0]?.first ?? work.steps.length
  setMirrors(transaction, state, changes, rebased, end)
  const selection = (after: Transaction) =>
    before.selection
      .getBookmark()
      .map(mappable(rebased.mapping, isCursor(before.selection) ? -1 : 1))
      .resolve(after.doc)
  if (state.unconfirmed.length === 0) stayBefore(transaction, before.selection)
  else if (end === work.steps.length) setSelection(transaction, selection(work))
  const sentCount = (rebased.redone[(state.sent?.count ?? 0) - 1]?.end ?? firstRedone) - firstRedone
  const moves = rebased.moves.filter(({ insert }) => insert < end)
  replaceUnconfirmed(view, transaction, {
    version: state.version + changes.length,
    unconfirmed: withInverses(transaction, firstRedone),
    moves: moves.map((move) => shift(move, -firstRedone)),
    own: trackMoves(state.own, transaction, moves),
    foreign: addForeign(state, transaction, rebased.changes, own?.index),
    sent: own === undefined && state.sent ? { id: state.sent.id, count: sentCount } : undefined,
  })
  if (end === work.steps.length) return
  // The history plugin knows only steps that are redone as one step. The rest is a change of its own.
  const rest = withSteps(view.state.tr, work.steps.slice(end))
  redoRest(view, setSelection(rest, selection(rest)))
}

/**
 * The first steps of a rebase, each of which redoes one step in the same ranges: the history and selections find
 * content again by the number of its range. A move is not cut in two.
 */
function endOfSingleSteps(
  { mapping: { maps }, steps }: Transaction,
  { redone, moves }: RebasedUnconfirmed,
): number {
  const isOther = ({ first, end }: Redone, index: number) =>
    end - first > 1 ||
    (end > first && rangeCount(maps[undoneAt(redone, index)]) !== rangeCount(maps[first]))
  let end = redone.find(isOther)?.first ?? steps.length
  for (const { remove, insert } of moves.toReversed()) {
    if (remove < end && insert >= end) end = remove
  }
  return end
}

/** Where a rebase undoes the step that it redoes as number `index`. */
function undoneAt(redone: readonly Redone[], index: number): number {
  return redone.length - 1 - index
}

function rangeCount(map: StepMap | undefined): number {
  let count = 0
  map?.forEach(() => {
    count += 1
  })
  return count
}

function withSteps(transaction: Transaction, steps: readonly Step[]): Transaction {
  for (const step of steps) transaction.step(step)
  return transaction
}

/** What others write where the cursor is comes behind it: two who type at one place do not mix their words. */
function stayBefore(transaction: Transaction, selection: Selection): void {
  if (!isCursor(selection)) return
  const $at = transaction.doc.resolve(transaction.mapping.map(selection.head, -1))
  if ($at.parent.isTextblock) setSelection(transaction, new TextSelection($at))
}

function isCursor({ empty, $head }: Selection): boolean {
  return empty && $head.parent.isTextblock
}

function setSelection(transaction: Transaction, selection: Selection): Transaction {
  return transaction.selection.eq(selection) ? transaction : transaction.setSelection(selection)
}

/** For the history and for selections: which steps undo and redo each other, and which move content. */
function setMirrors(
  transaction: Transaction,
  { unconfirmed }: CollabState,
  changes: readonly Change[],
  { redone }: RebasedUnconfirmed,
  end: number,
): void {
  // SAFETY: ProseMirror declares `setMirror` as internal; prosemirror-collab sets it in the same way.
  const mapping = transaction.mapping as Mapping & { setMirror: (n: number, m: number) => void }
  let first = unconfirmed.length
  for (const { steps, moves } of changes) {
    for (const { remove, insert } of moves) mapping.setMirror(first + remove, first + insert)
    first += steps.length
  }
  for (const [index, step] of redone.entries()) {
    if (step.end > step.first && step.end <= end) {
      mapping.setMirror(undoneAt(redone, index), step.first)
    }
  }
}

function mappable(mapping: StepMapping, assoc: -1 | 1): Mappable {
  const map = (pos: number) => mapInsertion(mapping, 0, pos, assoc)
  return {
    map: (pos) => map(pos).pos,
    mapResult: (start) => {
      const { pos, deleted } = map(start)
      return new StepMap(deleted ? [pos, 1, 0] : []).mapResult(pos)
    },
  }
}
