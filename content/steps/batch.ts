import type { Node, Schema } from 'prosemirror-model'
import { Step, StepMap } from 'prosemirror-transform'
import { finish, type InParts } from '../check/work.ts'
import { copiedTexts, mapOf } from './copied-text.ts'
import type { CopiedText } from './copied-text.ts'

export type StepJson = { stepType: string } & Record<string, unknown>

/** A block that was moved: the step `remove` deletes it, the later step `insert` of the same batch inserts it. */
export type MoveMark = { readonly remove: number; readonly insert: number }

/**
 * Text that a batch writes again where it rewrites blocks. It cannot be told from the steps alone, without the documents
 * between them, so the journal keeps it.
 */
export type Carried = {
  /** The maps of steps that follow such text: index of the step, and start, old size and new size of each range. */
  readonly maps?: readonly { readonly step: number; readonly ranges: readonly number[] }[]
  /** Text that one step removes and another one inserts. */
  readonly copies?: readonly CopiedText[]
}

/** The steps that one author made in one go. They are accepted or refused together. */
export type Batch = {
  readonly steps: readonly StepJson[]
  readonly moves?: readonly MoveMark[]
  readonly carried?: Carried
}

/** A batch whose steps are parsed. An open page keeps its latest batches in this form. */
export type Change = {
  readonly steps: readonly Step[]
  readonly maps: readonly StepMap[]
  readonly moves: readonly MoveMark[]
  /** Text that the steps remove and insert again. */
  readonly copies?: readonly CopiedText[]
  /** Whose text it is, for the notes on text that a later batch spares. */
  readonly authorId?: string
}

/**
 * Text that could not stay where its author put it ("moved out"), or that others had written into what a batch
 * removes ("spared"). Positions are in the document after the batch.
 */
export type RetainedText = {
  readonly from: number
  readonly to: number
  readonly authorId?: string
  readonly reason: 'moved out' | 'spared'
}

/** Parses a batch. Undefined if a step is unknown or malformed. */
export function readBatch(schema: Schema, batch: Batch, authorId?: string): Change | undefined {
  try {
    const steps = batch.steps.map((json) => Step.fromJSON(schema, json))
    const maps = steps.map((step) => step.getMap())
    const { maps: carriedMaps = [], copies = [] } = batch.carried ?? {}
    for (const { step, ranges } of carriedMaps) maps[step] = new StepMap(ranges)
    return named({ steps, maps, moves: batch.moves ?? [], copies }, authorId)
  } catch {
    return undefined
  }
}

/** `docs`: the document before each step, where it is known. Then the maps follow text that was only written again. */
export function changeOf(
  steps: readonly Step[],
  moves: readonly MoveMark[] = [],
  authorId?: string,
  docs: readonly Node[] = [],
): Change {
  return finish(changeInParts(steps, { moves, authorId, docs }))
}

type Known = {
  moves: readonly MoveMark[]
  authorId: string | undefined
  docs: readonly Node[]
}

export function* changeInParts(
  steps: readonly Step[],
  { moves, authorId, docs }: Known,
): InParts<Change> {
  const maps: StepMap[] = []
  for (const [index, step] of steps.entries()) {
    yield undefined
    maps.push(mapOf(step, docs[index]))
  }
  const copies = steps.length > 1 ? copiedTexts(steps, docs) : []
  return named({ steps, maps, moves, copies }, authorId)
}

function named(change: Change, authorId: string | undefined): Change {
  return authorId === undefined ? change : { ...change, authorId }
}
