import type { Fragment } from 'prosemirror-model'
import type { ReplaceStep, Transform } from 'prosemirror-transform'
import type { Budget } from '../check/work.ts'
import type { RetainedText } from './batch.ts'
import type { Inserted } from './insert.ts'
import type { InsertedBy } from './inserted-by.ts'
import type { Range, Recover, StepMapping } from './mapping.ts'

/** Text that was kept, in the document after `step` steps. */
export type RetainedAt = RetainedText & { readonly step: number }

/**
 * Words of others in the place of `former`, which would have come back, in the document after `step` steps. They are
 * none where others deleted the words of the run.
 */
export type CorrectedAt = Range & {
  readonly step: number
  readonly former: Fragment
  /** The number of the step that wrote them, and where they were after it. */
  readonly index: number
  readonly written: Range
}

/** A part of a text, which begins and ends at `outer`. */
export type DeletedPart = Range & { readonly outer: Range }

/** Steps that correct words of steps that are left out. */
export type Corrections = {
  readonly steps: ReadonlySet<number>
  /** Those that leave no word of a place, however many they write. */
  readonly rewriting: ReadonlySet<number>
  /** Steps that delete words of steps that are left out, and what they delete of them. */
  readonly deleting: ReadonlyMap<number, readonly DeletedPart[]>
  readonly found: CorrectedAt[]
  /** Redoes one of them. A browser reverts nothing and does not load it. */
  readonly redo: (redo: Redo, index: number, step: ReplaceStep) => Recover | undefined
}

/** Steps of one author that are brought over what others did since. */
export type Redo = {
  readonly tr: Transform
  /** Maps that undo the author's steps, then what others did, then the redone steps. */
  readonly mapping: StepMapping
  readonly count: number
  /** Indexes of steps that are not redone: what they inserted and removed is undone for good. */
  readonly leftOut?: ReadonlySet<number>
  /** Inserts items of a list that is left out. A browser reverts nothing and does not load it. */
  readonly insertItems?: (
    redo: Redo,
    first: number,
    step: ReplaceStep,
    pos: number,
  ) => Inserted | undefined
  /** Which others inserted the content of a range of the document now, where that is to be told. */
  readonly insertedBy?: (range: Range) => InsertedBy[]
  readonly retained: RetainedAt[]
  /** Corrections take the words that came back, too. */
  readonly corrections?: Corrections
  /** Without one, the work is not limited. */
  readonly budget?: Budget
}

/** Adds the maps of the steps that were made since `first`. */
export function appendMaps({ tr, mapping }: Redo, first: number): void {
  for (const step of tr.steps.slice(first)) mapping.maps.push(step.getMap())
}
