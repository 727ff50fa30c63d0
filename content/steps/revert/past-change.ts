import type { Step } from 'prosemirror-transform'
import type { Writer } from '../attribution.ts'
import type { MoveMark, RetainedText } from '../batch.ts'

/** A change in the journal of a page, in order. */
export type PastChange = {
  readonly writer: Writer
  readonly steps: readonly Step[]
  readonly moves?: readonly MoveMark[]
  readonly retained?: readonly RetainedText[]
  /** Whether it belongs to what is reverted. */
  readonly isReverted: boolean
}
