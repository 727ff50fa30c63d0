import type { Step, StepMap } from 'prosemirror-transform'
import type { MoveMark } from '../batch.ts'
import type { CopiedText } from '../copied-text.ts'
import { mirrorParts, recoverIn, type StepMapping } from '../mapping.ts'

/** A change that is not redone: its steps, and the index of the first of them among all. */
export type LeftOut = {
  readonly first: number
  readonly steps: readonly Step[]
  readonly maps: readonly StepMap[]
  readonly moves: readonly MoveMark[]
  readonly copies?: readonly CopiedText[] | undefined
}

/**
 * Positions in content that a change carried elsewhere are found again where the content was before. `mapping` begins
 * with the inverses of `count` steps, the newest first.
 */
export function mirrorLeftOut(mapping: StepMapping, count: number, change: LeftOut): void {
  for (const { remove, insert } of change.moves) {
    const [from, to] = [change.first + remove, change.first + insert]
    const inverse = mapping.maps[count - 1 - from]
    if (inverse === undefined || from >= to) continue
    mapping.mirrors[count - 1 - to] = {
      resume: count - from,
      recover: recoverIn(inverse),
      holdsEdges: false,
    }
  }
  const moved = new Set(change.moves.map(({ insert }) => insert))
  const copies = Map.groupBy(change.copies ?? [], ({ insert }) => insert)
  for (const [insert, parts] of copies)
    if (!moved.has(insert)) mirrorCopies(mapping, count, change, { insert, parts })
}

function mirrorCopies(
  mapping: StepMapping,
  count: number,
  { first, maps }: LeftOut,
  { insert, parts }: { insert: number; parts: readonly CopiedText[] },
): void {
  const oldest = Math.min(insert, ...parts.map(({ remove }) => remove))
  let start = 0
  maps[insert]?.forEach((_oldStart, _oldEnd, newStart) => (start = newStart))
  const found = parts.map(({ remove, old, now, length }) => {
    const earlier = maps.slice(oldest, remove).toReversed()
    const at = earlier.reduce((position, map) => map.invert().map(position, 1), old)
    return { from: now - start, to: now - start + length, at }
  })
  mapping.mirrors[count - 1 - first - insert] = mirrorParts(count - first - oldest, found)
}
