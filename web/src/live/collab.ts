import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorState, Selection, Transaction } from '@tiptap/pm/state'
import { fixTablesKey } from '@tiptap/pm/tables'
import { StepMap } from '@tiptap/pm/transform'
import type { Mappable, Mapping, Step, Transform } from '@tiptap/pm/transform'
import { readBatch, writeBatch } from '../../../content/steps/batch.ts'
import type { Batch, Change, MoveMark } from '../../../content/steps/batch.ts'
import { findMoves } from '../../../content/steps/find-moves.ts'
import { mapInsertion } from '../../../content/steps/mapping.ts'
import type { StepMapping } from '../../../content/steps/mapping.ts'
import { rebaseUnconfirmed } from '../../../content/steps/rebase-unconfirmed.ts'
import type {
  Own,
  RebasedUnconfirmed,
  Unconfirmed,
} from '../../../content/steps/rebase-unconfirmed.ts'
import { type OwnMove, trackMoves, withoutHalfMoves } from './own-moves.ts'

/** A batch as it goes to the server. `base` is the version that its steps apply to. */
export type SentBatch = Batch & { readonly id: string; readonly base: number }

/** A batch that the server accepted. Without steps it was accepted as it was sent. */
export type ConfirmedBatch = {
  readonly id: string
  readonly version: number
  readonly steps?: Batch['steps']
  readonly moves?: Batch['moves']
}

/** The part of an editor view that this module needs. */
export type View = {
  readonly state: EditorState
  readonly dispatch: (transaction: Transaction) => void
}

type CollabState = {
  /** Version of the page that the unconfirmed steps apply to. */
  readonly version: number
  readonly unconfirmed: readonly Unconfirmed[]
  /** Moves among the unconfirmed steps. */
  readonly moves: readonly MoveMark[]
  /** The batch under way: its ID and how many of the unconfirmed steps it has. */
  readonly sent: { readonly id: string; readonly count: number } | undefined
  /** The blocks that this client moved. */
  readonly own: readonly OwnMove[]
}

type Meta = { readonly replace: CollabState } | 'redone'

const key = new PluginKey<CollabState>('collab')

/**
 * Tracks the steps of this client that the server has not confirmed. The document of the state is the page at
 * `version`, with the steps of `earlier`, if there are any, which are not confirmed either.
 */
export function collab(version: number, earlier?: Transform): Plugin<CollabState> {
  const { steps, docs } = earlier ?? { steps: [], docs: [] }
  const start: CollabState = {
    version,
    unconfirmed: withInverses({ steps, docs }, 0),
    moves: findMoves(steps, docs),
    sent: undefined,
    own: [],
  }
  return new Plugin<CollabState>({
    key,
    state: { init: () => start, apply: (transaction, state) => track(transaction, state) },
    filterTransaction: isOwnChange,
    appendTransaction: (transactions, before, after) =>
      withoutHalfMoves(stateOf(before).own, transactions, after),
    historyPreserveItems: true,
  })
}

/**
 * A plugin may append a change to what others did, or mend a table. Each client would do so at once, and the table
 * would grow: only the server mends.
 */
function isOwnChange(transaction: Transaction): boolean {
  if (!transaction.docChanged) return true
  if (transaction.getMeta(fixTablesKey) !== undefined) return false
  const root: unknown = transaction.getMeta('appendedTransaction')
  return !isTransaction(root) || metaOf(root) === undefined
}

function isTransaction(value: unknown): value is Transaction {
  return typeof value === 'object' && value !== null && 'getMeta' in value
}

function metaOf(transaction: Transaction): Meta | undefined {
  // SAFETY: only this module knows the key, and it sets nothing else.
  return transaction.getMeta(key) as Meta | undefined
}

function track(transaction: Transaction, state: CollabState): CollabState {
  const meta = metaOf(transaction)
  if (meta !== undefined && meta !== 'redone') return meta.replace
  if (!transaction.docChanged) return state
  const offset = state.unconfirmed.length
  const moves = findMoves(transaction.steps, transaction.docs)
  return {
    ...state,
    unconfirmed: [...state.unconfirmed, ...withInverses(transaction, 0)],
    moves: [...state.moves, ...moves.map((move) => shift(move, offset))],
    own: trackMoves(state.own, transaction, moves),
  }
}

function withInverses(
  { steps, docs }: Pick<Transform, 'steps' | 'docs'>,
  first: number,
): Unconfirmed[] {
  return steps.slice(first).flatMap((step, index) => {
    const doc = docs[first + index]
    return doc === undefined ? [] : [{ step, inverted: step.invert(doc) }]
  })
}

function shift({ remove, insert }: MoveMark, offset: number): MoveMark {
  return { remove: remove + offset, insert: insert + offset }
}

function stateOf(state: EditorState): CollabState {
  const found = key.getState(state)
  if (found === undefined) throw new RangeError('The editor has no collab plugin.')
  return found
}

/** The version of the page that this client has, without its own unconfirmed steps. */
export function collabVersion(state: EditorState): number {
  return stateOf(state).version
}

/** How many steps the server has not confirmed. */
export function unconfirmedCount(state: EditorState): number {
  return stateOf(state).unconfirmed.length
}

/** Maps from the page at the version to the document of the state. */
export function unconfirmedMaps(state: EditorState): StepMap[] {
  return stateOf(state).unconfirmed.map(({ step }) => step.getMap())
}

/** All unconfirmed steps, to keep them over a restart. */
export function unconfirmedBatch(state: EditorState): Batch & { base: number } {
  const { version, unconfirmed, moves } = stateOf(state)
  return {
    base: version,
    ...writeBatch(
      unconfirmed.map(({ step }) => step),
      moves,
    ),
  }
}

/** More steps than these go out in several batches, so that no batch keeps the server busy for long. */
const maxSteps = 500

/** Takes the next batch: the steps that are not under way. Undefined while one is under way, and when there is none. */
export function takeBatch(view: View, id: string, limit = maxSteps): SentBatch | undefined {
  const state = stateOf(view.state)
  const count = countUpTo(state, limit)
  if (state.sent !== undefined || count === 0) return undefined
  replace(view, view.state.tr, { ...state, sent: { id, count } })
  return sentBatch(view.state)
}

/** The two steps of a move stay together. */
function countUpTo({ unconfirmed, moves }: CollabState, limit: number): number {
  let count = Math.min(unconfirmed.length, limit)
  for (const { remove, insert } of moves) {
    if (remove < count && insert >= count) count = insert + 1
  }
  return count
}

/** The batch under way as it stands now, to send it again with the same ID after a loss of the connection. */
export function sentBatch(state: EditorState): SentBatch | undefined {
  const { version, unconfirmed, moves, sent } = stateOf(state)
  if (sent === undefined) return undefined
  const steps = unconfirmed.slice(0, sent.count).map(({ step }) => step)
  const complete = moves.filter(({ insert }) => insert < sent.count)
  return { id: sent.id, base: version, ...writeBatch(steps, complete) }
}

/** The server refused the batch under way: its steps wait to be taken again. */
export function releaseBatch(view: View, id: string): void {
  const state = stateOf(view.state)
  if (state.sent?.id === id) replace(view, view.state.tr, { ...state, sent: undefined })
}

/** Takes all unconfirmed steps back, so that the document is the page at its version. */
export function dropUnconfirmed(view: View): void {
  const state = stateOf(view.state)
  const transaction = view.state.tr
  for (const { inverted } of state.unconfirmed.toReversed()) transaction.step(inverted)
  replace(view, transaction.setMeta('rebased', state.unconfirmed.length), {
    ...state,
    unconfirmed: [],
    moves: [],
    sent: undefined,
    own: trackMoves(state.own, transaction, []),
  })
}

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
    confirm(view, state, newer[0]?.version ?? state.version)
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

function confirm(view: View, state: CollabState, version: number): void {
  const count = state.sent?.count ?? 0
  replace(view, view.state.tr, {
    ...state,
    version,
    unconfirmed: state.unconfirmed.slice(count),
    moves: movesFrom(state.moves, count),
    sent: undefined,
  })
}

function movesFrom(moves: readonly MoveMark[], count: number): MoveMark[] {
  return moves.filter(({ remove }) => remove >= count).map((move) => shift(move, -count))
}

function rebaseState(
  view: View,
  state: CollabState,
  changes: readonly Change[],
  own: Own | undefined,
): void {
  const before = view.state
  const work = before.tr
  const rebased = rebaseUnconfirmed(work, state.unconfirmed, state.moves, changes, own)
  const end = endOfSingleSteps(rebased, work.steps.length)
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
  replace(view, transaction.setMeta('rebased', state.unconfirmed.length), {
    version: state.version + changes.length,
    unconfirmed: withInverses(transaction, firstRedone),
    moves: moves.map((move) => shift(move, -firstRedone)),
    own: trackMoves(state.own, transaction, moves),
    sent: own === undefined && state.sent ? { id: state.sent.id, count: sentCount } : undefined,
  })
  if (end === work.steps.length) return
  // The history plugin knows only steps that are redone as one step. The rest is a change of its own.
  const rest = withSteps(view.state.tr, work.steps.slice(end))
  const meta: Meta = 'redone'
  view.dispatch(setSelection(rest, selection(rest)).setMeta(key, meta))
}

/** The first steps of a rebase, each of which redoes one step. A move is not cut in two. */
function endOfSingleSteps({ redone, moves }: RebasedUnconfirmed, all: number): number {
  let end = redone.find((step) => step.end - step.first > 1)?.first ?? all
  for (const { remove, insert } of moves.toReversed()) {
    if (remove < end && insert >= end) end = remove
  }
  return end
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
  const skipped = unconfirmed.length - redone.length
  for (const [index, step] of redone.entries()) {
    if (step.end > step.first && step.end <= end) {
      mapping.setMirror(unconfirmed.length - 1 - skipped - index, step.first)
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

function replace(view: View, transaction: Transaction, state: CollabState): void {
  const meta: Meta = { replace: state }
  view.dispatch(transaction.setMeta(key, meta).setMeta('addToHistory', false))
}
