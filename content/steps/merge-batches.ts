import { Step } from 'prosemirror-transform'
import { schema } from '../schema.ts'
import { mergeSteps } from './merge-steps.ts'

/** A row of the journal. `steps` is a JSON list. */
export type JournalBatch = {
  version: number
  base: number
  authorId: string
  via: string | null
  keyId: string | null
  runId: string | null
  at: number
  steps: string
  notes: string | null
}

/** Rows further apart stay apart, so that the journal still tells when something was written. */
const maxSpanMs = 10 * 60_000

/**
 * Merges neighbouring rows of one author, interface, key and run. A merged row leads from the version before the
 * first, which is `after` in its notes, to the version of the last, whose ID it has. Rows with other notes than that
 * they were typed stay as they are: their notes have positions and indexes of steps, or tell that they are merged.
 */
export function mergeBatches<Batch extends JournalBatch>(batches: readonly Batch[]): Batch[] {
  const groups: Batch[][] = []
  for (const batch of batches) {
    const group = groups.at(-1)
    const [first, last] = [group?.[0], group?.at(-1)]
    if (group && first && last && canMerge(first, last, batch)) group.push(batch)
    else groups.push([batch])
  }
  return groups.flatMap(merged)
}

function canMerge(first: JournalBatch, last: JournalBatch, next: JournalBatch): boolean {
  return (
    isPlain(first) &&
    isPlain(next) &&
    next.version === last.version + 1 &&
    next.authorId === first.authorId &&
    next.via === first.via &&
    next.keyId === first.keyId &&
    next.runId === first.runId &&
    next.at - first.at < maxSpanMs
  )
}

/** Who types is asked for some minutes only, rows are merged after a day. */
function isPlain({ notes }: JournalBatch): boolean {
  return notes === null || notes === '{"typed":true}'
}

function merged<Batch extends JournalBatch>(group: readonly Batch[]): Batch[] {
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last || group.length === 1) return [...group]
  const steps = mergeSteps(group.flatMap(readSteps)).map((step): unknown => step.toJSON())
  const notes = JSON.stringify({ after: first.version - 1 })
  return [{ ...last, base: first.base, steps: JSON.stringify(steps), notes }]
}

function readSteps({ steps }: JournalBatch): Step[] {
  // SAFETY: the journal has the steps of batches that were accepted.
  return (JSON.parse(steps) as unknown[]).map((step) => Step.fromJSON(schema, step))
}
