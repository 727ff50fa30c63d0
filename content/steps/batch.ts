import type { Node, Schema } from 'prosemirror-model'
import { Step } from 'prosemirror-transform'
import type { StepMap } from 'prosemirror-transform'
import { copiedTexts, mapOf } from './copied-text.ts'
import type { CopiedText } from './copied-text.ts'

export type StepJson = { stepType: string } & Record<string, unknown>

/** A block that was moved: the step `remove` deletes it, the later step `insert` of the same batch inserts it. */
export type MoveMark = { readonly remove: number; readonly insert: number }

/** The steps that one author made in one go. They are accepted or refused together. */
export type Batch = { readonly steps: readonly StepJson[]; readonly moves?: readonly MoveMark[] }

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
    return named(
      { steps, maps: steps.map((step) => step.getMap()), moves: batch.moves ?? [] },
      authorId,
    )
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
  const maps = steps.map((step, index) => mapOf(step, docs[index]))
  const copies = steps.length > 1 ? copiedTexts(steps, docs) : []
  return named({ steps, maps, moves, copies }, authorId)
}

function named(change: Change, authorId: string | undefined): Change {
  return authorId === undefined ? change : { ...change, authorId }
}

/** The JSON of parsed steps, for the journal and the wire. */
export function writeBatch(steps: readonly Step[], moves: readonly MoveMark[] = []): Batch {
  const json = steps.map((step): StepJson => step.toJSON())
  return moves.length > 0 ? { steps: json, moves } : { steps: json }
}
