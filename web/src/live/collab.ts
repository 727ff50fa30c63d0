import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import { fixTablesKey } from '@tiptap/pm/tables'
import type { StepMap, Transform } from '@tiptap/pm/transform'
import type { Batch, MoveMark } from '../../../content/steps/batch.ts'
import { findMoves } from '../../../content/steps/find-moves.ts'
import type { Range } from '../../../content/steps/mapping.ts'
import type { Unconfirmed } from '../../../content/steps/rebase-unconfirmed.ts'
import { writeBatch } from '../../../content/steps/write-batch.ts'
import { type MoveOfNode, type OwnMove, trackMoves } from './own-moves.ts'

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

export type CollabState = {
  /** Version of the page that the unconfirmed steps apply to. */
  readonly version: number
  readonly unconfirmed: readonly Unconfirmed[]
  /** Moves among the unconfirmed steps. */
  readonly moves: readonly MoveMark[]
  /** The batch under way: its ID and how many of the unconfirmed steps it has. */
  readonly sent: { readonly id: string; readonly count: number } | undefined
  /** The blocks that this client moved. */
  readonly own: readonly OwnMove[]
  /** Where text of others stands that this client received, for as long as it is not moved. */
  readonly foreign: readonly Range[]
}

/** What an undo does too much where others wrote since. `before` has what was known before the transactions. */
export type MendUndo = (
  before: Pick<CollabState, 'own' | 'foreign'>,
  transactions: readonly Transaction[],
  after: EditorState,
) => Transaction | null

type Meta = { readonly replace: CollabState }

const key = new PluginKey<CollabState>('collab')
/** The moves that a transaction completes. What they remove was removed before it, so `remove` is negative. */
export const movesKey = 'collabMoves'

/**
 * Tracks the steps of this client that the server has not confirmed. The document of the state is the page at
 * `version`, with the steps of `earlier`, if there are any, which are not confirmed either. `mend` may be missing until
 * the first change of someone else.
 */
export function collab(
  version: number,
  mend: () => MendUndo | undefined,
  earlier?: Transform,
): Plugin<CollabState> {
  const { steps, docs } = earlier ?? { steps: [], docs: [] }
  const start: CollabState = {
    version,
    unconfirmed: withInverses({ steps, docs }, 0),
    moves: findMoves(steps, docs),
    sent: undefined,
    own: [],
    foreign: [],
  }
  return new Plugin<CollabState>({
    key,
    state: { init: () => start, apply: (transaction, state) => track(transaction, state) },
    filterTransaction: isOwnChange,
    appendTransaction: (transactions, before, after) =>
      mend()?.(stateOf(before), transactions, after),
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
  if (meta !== undefined) return meta.replace
  if (!transaction.docChanged) return state
  const offset = state.unconfirmed.length
  // SAFETY: only what mends an undo sets it.
  const completed = (transaction.getMeta(movesKey) ?? []) as readonly MoveOfNode[]
  const moves = [...findMoves(transaction.steps, transaction.docs), ...completed]
  return {
    ...state,
    unconfirmed: [...state.unconfirmed, ...withInverses(transaction, 0)],
    moves: [...state.moves, ...moves.map((move) => shift(move, offset))],
    own: trackMoves(state.own, transaction, moves),
    foreign: mapRanges(state.foreign, transaction.mapping.maps),
  }
}

/** What is left of the ranges, without what was inserted in them. */
export function mapRanges(ranges: readonly Range[], maps: readonly StepMap[]): readonly Range[] {
  if (ranges.length === 0) return ranges
  return maps.reduce((left, map) => left.flatMap((range) => partsOf(range, map)), ranges)
}

function partsOf({ from, to }: Range, map: StepMap): Range[] {
  const parts: Range[] = []
  let start = from
  const keepUpTo = (end: number) => {
    if (end > start) parts.push({ from: map.map(start, 1), to: map.map(end, -1) })
  }
  map.forEach((oldStart, oldEnd) => {
    keepUpTo(Math.min(oldStart, to))
    start = Math.max(start, oldEnd)
  })
  keepUpTo(to)
  return parts
}

export function withInverses(
  { steps, docs }: Pick<Transform, 'steps' | 'docs'>,
  first: number,
): Unconfirmed[] {
  return steps.slice(first).flatMap((step, index) => {
    const doc = docs[first + index]
    return doc === undefined ? [] : [{ step, inverted: step.invert(doc) }]
  })
}

export function shift({ remove, insert }: MoveMark, offset: number): MoveMark {
  return { remove: remove + offset, insert: insert + offset }
}

export function stateOf(state: EditorState): CollabState {
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
  const transaction = takeBack(view.state)
  replace(view, transaction, {
    ...state,
    unconfirmed: [],
    moves: [],
    sent: undefined,
    own: trackMoves(state.own, transaction, []),
    foreign: mapRanges(state.foreign, transaction.mapping.maps),
  })
}

/** A transaction after which the document is the page at its version, with the `first` unconfirmed steps. */
export function takeBack(state: EditorState, first = 0): Transaction {
  const transaction = state.tr
  const undone = stateOf(state).unconfirmed.slice(first)
  for (const { inverted } of undone.toReversed()) transaction.step(inverted)
  return transaction
}

/** The server accepted the batch under way as it was sent, as the next version. Gives the maps of its steps. */
export function confirmSent(view: View): readonly StepMap[] {
  const state = stateOf(view.state)
  const count = state.sent?.count ?? 0
  replace(view, view.state.tr, {
    ...state,
    version: state.version + 1,
    unconfirmed: state.unconfirmed.slice(count),
    moves: movesFrom(state.moves, count),
    sent: undefined,
  })
  return state.unconfirmed.slice(0, count).map(({ step }) => step.getMap())
}

function movesFrom(moves: readonly MoveMark[], count: number): MoveMark[] {
  return moves.filter(({ remove }) => remove >= count).map((move) => shift(move, -count))
}

export function replace(view: View, transaction: Transaction, state: CollabState): void {
  const meta: Meta = { replace: state }
  view.dispatch(transaction.setMeta(key, meta).setMeta('addToHistory', false))
}

/** The state of an editor to try something on, which the editor does not show. */
export function scratchOf(state: EditorState): View {
  const scratch = {
    state,
    dispatch: (transaction: Transaction) => {
      scratch.state = scratch.state.apply(transaction)
    },
  }
  return scratch
}
