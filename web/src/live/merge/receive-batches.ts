import { type EditorState, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { type Mappable, type Mapping, StepMap } from '@tiptap/pm/transform'
import { type Change, type MoveMark, readBatch } from '../../../../content/steps/batch.ts'
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
  replace,
  sentBatch,
  shift,
  stateOf,
  type View,
  withInverses,
} from '../collab.ts'
import { trackMoves } from '../own-moves.ts'
import { addForeign } from './foreign-text.ts'
import { noteRebase } from './history.ts'

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
  const transaction = before.tr
  const undone = state.unconfirmed.length
  const rebased = rebaseUnconfirmed(transaction, state.unconfirmed, state.moves, changes, own)
  const { moves, redone } = rebased
  const firstRedone = redone[0]?.first ?? transaction.steps.length
  const isSame = setMirrors(transaction, undone, changes, redone)
  if (undone === 0) stayBefore(transaction, before.selection)
  else setSelection(transaction, selectionAfter(before.selection, transaction, rebased))
  const ownCount = own?.count ?? 0
  const sentMoves = state.moves.filter(({ insert }) => insert < ownCount)
  const confirmed = own && confirmedOf(own, { undone, sentMoves, changes })
  const originOf = originsOf(redone, ownCount, confirmed)
  const isAsBefore = isSame && moves.length === state.moves.length - sentMoves.length
  noteRebase(transaction, before, { undone, originOf, firstRedone, isSame: isAsBefore })
  const sentCount = (redone[(state.sent?.count ?? 0) - 1]?.end ?? firstRedone) - firstRedone
  replace(view, transaction, {
    version: state.version + changes.length,
    unconfirmed: withInverses(transaction, firstRedone),
    moves: moves.map((move) => shift(move, -firstRedone)),
    own: trackMoves(state.own, transaction, [...(confirmed?.moves ?? []), ...moves]),
    foreign: addForeign(state, transaction, rebased.changes, own?.index),
    sent: own === undefined && state.sent ? { id: state.sent.id, count: sentCount } : undefined,
  })
}

function selectionAfter(
  selection: Selection,
  { doc }: Transaction,
  { mapping }: RebasedUnconfirmed,
): Selection {
  const mapped = mappable(mapping, isCursor(selection) ? -1 : 1)
  return selection.getBookmark().map(mapped).resolve(doc)
}

/** The batch of this client in the transaction. */
type Confirmed = {
  /** The number of its first step in the transaction. */
  readonly first: number
  readonly count: number
  readonly moves: readonly MoveMark[]
}

type Around = { undone: number; sentMoves: readonly MoveMark[]; changes: readonly Change[] }

/** Undefined where the server redid the batch as other steps: then undo does not find them again. */
function confirmedOf(
  { index, count }: Own,
  { undone, sentMoves, changes }: Around,
): Confirmed | undefined {
  const change = changes[index]
  if (change?.steps.length !== count || change.moves.length !== sentMoves.length) return undefined
  const isSame = ({ remove, insert }: MoveMark, at: number) =>
    sentMoves[at]?.remove === remove && sentMoves[at].insert === insert
  if (!change.moves.every(isSame)) return undefined
  const first = changes.slice(0, index).reduce((sum, { steps }) => sum + steps.length, undone)
  return { first, count, moves: sentMoves.map((move) => shift(move, first)) }
}

/** Which unconfirmed step a step of the rebase confirms or redoes. `skipped`: how many are not redone. */
function originsOf(
  redone: readonly Redone[],
  skipped: number,
  confirmed: Confirmed | undefined,
): (index: number) => number | undefined {
  const origins = new Map<number, number>()
  for (let at = 0; at < (confirmed?.count ?? 0); at += 1) {
    origins.set((confirmed?.first ?? 0) + at, at)
  }
  for (const [at, { first, end }] of redone.entries()) {
    for (let index = first; index < end; index += 1) origins.set(index, skipped + at)
  }
  return (index) => origins.get(index)
}

function rangeCount(map: StepMap | undefined): number {
  let count = 0
  map?.forEach(() => {
    count += 1
  })
  return count
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

/**
 * For the history and for selections: which steps undo and redo each other, and which move content. They find content
 * again by the number of its range, so both need the same ranges. Returns whether all have them.
 */
function setMirrors(
  transaction: Transaction,
  undone: number,
  changes: readonly Change[],
  redone: readonly Redone[],
): boolean {
  // SAFETY: ProseMirror declares `setMirror` as internal; prosemirror-collab sets it in the same way.
  const mapping = transaction.mapping as Mapping & { setMirror: (n: number, m: number) => void }
  let start = undone
  for (const { steps, moves } of changes) {
    for (const { remove, insert } of moves) mapping.setMirror(start + remove, start + insert)
    start += steps.length
  }
  let areSame = true
  for (const [index, { first, end }] of redone.entries()) {
    const at = redone.length - 1 - index
    const isSame = rangeCount(mapping.maps[at]) === rangeCount(mapping.maps[first])
    if (end - first === 1 && isSame) mapping.setMirror(at, first)
    else if (end > first) areSame = false
  }
  return areSame
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
