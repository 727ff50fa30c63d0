import type { Node } from 'prosemirror-model'
import { schema } from '../../../content/schema.ts'
import { type Change, readBatch } from '../../../content/steps/batch.ts'
import { checkChange } from '../../../content/steps/check-step.ts'
import { rebaseInParts } from '../../../content/steps/rebase.ts'
import { writeBatch } from '../../../content/steps/write-batch.ts'
import type { MoveMark, RefusalCode, RetainedText, StepsMessage } from '../../lib/live-messages.ts'
import { finishInSlices } from '../../lib/time-slices.ts'
import { maxBatchWork } from '../limits.ts'

/** A document and its version; each version shares with the one before what did not change. */
export type State = { readonly document: Node; readonly version: number }

export type Refusal = { code: RefusalCode; message: string }

/** A batch as it is stored: it leads to `state` from the version before. */
export type Accepted = {
  state: State
  change: Change
  /** As JSON. */
  steps: string
  moves: readonly MoveMark[]
  retained: readonly RetainedText[]
  /** Whether the sender has the same steps on the same document. */
  isAsSent: boolean
}

/** Of a batch that does nothing. */
const maxIdleLength = 2048
const freeLength = 64 * 1024
/** A letter that is typed is a step of about 90 characters. */
const lengthPerStep = 128
const lengthPerChanged = 4

/** `work`: how much it took, in units of `costOf`. */
export type Plan = { work: number } & (
  | { ok: true; accepted: Accepted }
  | { ok: false; refusal: Refusal }
)

/**
 * What becomes of a batch that was made on an older version, where the batches `over` came since. Pauses for other work,
 * and gives up on a batch that takes too much of it.
 */
export async function planBatch(
  { document, version }: State,
  over: readonly Change[],
  { steps: sent, moves }: Pick<StepsMessage, 'steps' | 'moves'>,
  authorId: string,
): Promise<Plan> {
  const batch = readBatch(schema, { steps: sent, ...(moves && { moves }) }, authorId)
  if (batch === undefined) return refuse('VALIDATION_FAILED', 'A step cannot be read.')
  const budget = { left: maxBatchWork }
  const rebased = await finishInSlices(rebaseInParts(document, over, batch, budget))
  const work = maxBatchWork - budget.left
  if (!rebased.ok) {
    if (rebased.code === 'too much work') return { ...tooLarge, work }
    return refuse('VALIDATION_FAILED', rebased.reason, work)
  }
  const check = checkChange(document, rebased.doc)
  if (!check.ok) {
    const code = check.code === 'too large' ? 'PAGE_TOO_LARGE' : 'VALIDATION_FAILED'
    return refuse(code, check.reason, work)
  }
  const { steps } = writeBatch(rebased.steps)
  const json = JSON.stringify(steps)
  const sentJson = JSON.stringify(sent)
  // Editors send small ones: they are accepted without their steps.
  if (steps.length === 0 && over.length === 0 && sentJson.length > maxIdleLength)
    return refuse('NO_EFFECT', 'The change leaves the page as it is.', work)
  if (json.length > maxLengthOf(steps.length, check.changed)) return { ...tooLarge, work }
  const accepted: Accepted = {
    state: { document: rebased.doc, version: version + 1 },
    change: rebased.change,
    steps: json,
    moves: rebased.moves,
    retained: rebased.retained,
    isAsSent: over.length === 0 && json === sentJson,
  }
  return { ok: true, accepted, work }
}

/** Steps that insert and remove the same text again leave megabytes in the journal for a page that stays as it is. */
function maxLengthOf(steps: number, changed: number): number {
  return freeLength + lengthPerStep * steps + lengthPerChanged * changed
}

const tooLarge = {
  ok: false,
  refusal: {
    code: 'BATCH_TOO_LARGE',
    message: 'The change takes too much work for an open page. Save it by HTTP.',
  },
} as const

function refuse(code: RefusalCode, message: string, work = 0): Plan {
  return { ok: false, refusal: { code, message }, work }
}
