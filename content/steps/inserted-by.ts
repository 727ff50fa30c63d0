import type { Change } from './batch.ts'
import type { Range, StepMapping } from './mapping.ts'

export type InsertedBy = Range & { readonly authorId: string | undefined }

/** Part of a range, in the document after a map. `shift` leads to its position in the document now. */
type Part = Range & { readonly shift: number }

/** For each map of the changes: whose it is, and for the insertion of a move, the map that removed the content. */
type Origin = { readonly authorId: string | undefined; readonly movedFrom?: number }

/**
 * Which changes inserted the content of a range. The range is followed back from map to map, so the time grows with
 * their number only. `first` is the index of the first map of the changes.
 */
export function insertedBy(
  mapping: StepMapping,
  first: number,
  changes: readonly Change[],
  range: Range,
): InsertedBy[] {
  const origins = originsOf(changes, first)
  const found: InsertedBy[] = []
  trace(mapping, first, origins, mapping.maps.length - 1, [{ ...range, shift: 0 }], found)
  return joinByAuthor(found.toSorted((a, b) => a.from - b.from))
}

function originsOf(changes: readonly Change[], first: number): Origin[] {
  const origins: Origin[] = []
  for (const { maps, moves, authorId } of changes) {
    const start = origins.length
    for (const _ of maps) origins.push({ authorId })
    for (const { remove, insert } of moves) {
      origins[start + insert] = { authorId, movedFrom: first + start + remove }
    }
  }
  return origins
}

function trace(
  mapping: StepMapping,
  first: number,
  origins: readonly Origin[],
  last: number,
  start: readonly Part[],
  found: InsertedBy[],
): void {
  let parts = start
  for (let index = last; index >= first && parts.length > 0; index -= 1) {
    const { inserted, left } = stepBack(mapping, index, parts)
    parts = left
    const origin = origins[index - first]
    for (const part of inserted) {
      if (origin === undefined) continue
      if (origin.movedFrom === undefined) {
        const { from, to, shift } = part
        found.push({ from: from + shift, to: to + shift, authorId: origin.authorId })
      } else {
        const removed = backIntoMove(mapping, index, origin.movedFrom, part)
        trace(mapping, first, origins, origin.movedFrom - 1, [removed], found)
      }
    }
  }
}

/** Divides parts into what the map inserted, and what stood in the document before it. */
function stepBack(
  { maps }: StepMapping,
  index: number,
  parts: readonly Part[],
): { inserted: Part[]; left: readonly Part[] } {
  const inserted: Part[] = []
  const left: Part[] = []
  for (const { from, to, shift } of parts) {
    let cursor = from
    let added = 0
    maps[index]?.forEach((_oldStart, oldEnd, newStart, newEnd) => {
      push(left, cursor, Math.min(newStart, to), shift, added)
      push(inserted, Math.max(newStart, from), Math.min(newEnd, to), shift, 0)
      cursor = Math.max(cursor, newEnd)
      added = newEnd - oldEnd
    })
    push(left, cursor, to, shift, added)
  }
  return { inserted, left }
}

function push(parts: Part[], from: number, to: number, shift: number, added: number): void {
  if (to > from) parts.push({ from: from - added, to: to - added, shift: shift + added })
}

/** The same content before it was moved: in the document before the map that removed it. */
function backIntoMove({ maps }: StepMapping, insert: number, remove: number, part: Part): Part {
  let shift = 0
  maps[insert]?.forEach((_oldStart, _oldEnd, newStart) => (shift -= newStart))
  maps[remove]?.forEach((oldStart) => (shift += oldStart))
  return { from: part.from + shift, to: part.to + shift, shift: part.shift - shift }
}

function joinByAuthor(parts: readonly InsertedBy[]): InsertedBy[] {
  const joined: InsertedBy[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last !== undefined && last.authorId === part.authorId && part.from <= last.to) {
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, part.to) }
    } else {
      joined.push(part)
    }
  }
  return joined
}
