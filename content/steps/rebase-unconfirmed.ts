import type { Step, StepMap, Transform } from 'prosemirror-transform'
import { changeOf } from './batch.ts'
import type { Change, MoveMark } from './batch.ts'
import { recoverIn, startMapping } from './mapping.ts'
import type { StepMapping } from './mapping.ts'
import { mirrorInverses } from './move.ts'
import { redoSteps } from './redo.ts'
import type { Redone } from './redo.ts'

/** A step of this client that the server has not confirmed. */
export type Unconfirmed = { readonly step: Step; readonly inverted: Step }

/** The batch of this client among the confirmed ones: its index there, and how many of the oldest steps it has. */
export type Own = { readonly index: number; readonly count: number }

export type RebasedUnconfirmed = {
  /** For each step that is still unconfirmed, the steps of the transform that redo it. */
  readonly redone: readonly Redone[]
  readonly moves: readonly MoveMark[]
  /** What was confirmed, with the text that it only writes again. */
  readonly changes: readonly Change[]
  /** Maps positions of the document before to the document after. */
  readonly mapping: StepMapping
}

/**
 * Undoes the unconfirmed steps of a client, applies all that was confirmed, and redoes the rest. All that a client
 * missed must come in one call: what it wrote is then carried once, not from one rescue to the next.
 */
export function rebaseUnconfirmed(
  tr: Transform,
  unconfirmed: readonly Unconfirmed[],
  moves: readonly MoveMark[],
  confirmed: readonly Change[],
  own?: Own,
): RebasedUnconfirmed {
  for (const { inverted } of unconfirmed.toReversed()) tr.step(inverted)
  const changes = confirmed.map((change, index) => {
    const applied = applyChange(tr, change)
    return index === own?.index ? change : applied
  })
  const all = unconfirmed.map(({ step }) => step)
  const mapping = startMapping(
    all.map((step) => step.getMap()),
    changes,
  )
  if (own !== undefined) mirrorOwn(mapping, { steps: all, moves }, changes, own)
  const skip = own?.count ?? 0
  const redo = { tr, mapping, count: all.length, retained: [] }
  return { ...redoSteps(redo, all, moves, skip), changes, mapping }
}

/** The change with the text that it only writes again, which the documents before its steps tell. */
function applyChange(tr: Transform, { steps, moves, authorId }: Change): Change {
  const first = tr.steps.length
  for (const step of steps) tr.step(step)
  return changeOf(steps, moves, authorId, tr.docs.slice(first))
}

/**
 * Finds the places of the client's own steps in the batch that the server made of them. What a move inserted is found
 * in what it removed, from where the confirmed move takes it along with what others wrote in it.
 */
function mirrorOwn(
  mapping: StepMapping,
  { steps, moves }: Pick<Change, 'steps' | 'moves'>,
  confirmed: readonly Change[],
  { index, count }: Own,
): void {
  const sent = moves.filter(({ insert }) => insert < count)
  for (const move of sent) mirrorInverses(mapping, steps.length, move)
  const accepted = confirmed[index]?.maps ?? []
  const before = confirmed.slice(0, index).reduce((sum, change) => sum + change.maps.length, 0)
  const first = steps.length + before
  let next = 0
  for (let step = 0; step < count; step += 1) {
    const inverse = mapping.maps[steps.length - 1 - step]
    const isMoved = sent.some(({ insert }) => insert === step)
    const size = inverse === undefined || isMoved ? 0 : sizes(inverse).removed
    const found = accepted.findIndex((map, at) => at >= next && sizes(map).inserted === size)
    const map = accepted[found]
    if (map === undefined || size === 0) continue
    next = found + 1
    mapping.mirrors[steps.length - 1 - step] = {
      resume: first + found + 1,
      recover: recoverIn(map),
      holdsEdges: true,
    }
  }
}

function sizes(map: StepMap): { removed: number; inserted: number } {
  let removed = 0
  let inserted = 0
  map.forEach((oldStart, oldEnd, newStart, newEnd) => {
    removed += oldEnd - oldStart
    inserted += newEnd - newStart
  })
  return { removed, inserted }
}
