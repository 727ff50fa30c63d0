import type { Change } from './batch.ts'
import { mapRange } from './mapping.ts'
import type { Range, StepMapping } from './mapping.ts'

export type InsertedBy = Range & { readonly authorId: string | undefined }

/**
 * Which change inserted the content of a range, as far as it is still there. `first` is the index of the first map of
 * the changes.
 */
export function insertedBy(
  mapping: StepMapping,
  first: number,
  changes: readonly Change[],
  range: Range,
): InsertedBy[] {
  const found: InsertedBy[] = []
  let index = first
  for (const { maps, authorId } of changes) {
    for (const map of maps) {
      index += 1
      map.forEach((_oldStart, _oldEnd, newStart, newEnd) => {
        for (const { from, to } of mapRange(mapping, index, newStart, newEnd)) {
          const part = { from: Math.max(from, range.from), to: Math.min(to, range.to), authorId }
          if (part.to > part.from) found.push(part)
        }
      })
    }
  }
  return joinByAuthor(found.toSorted((a, b) => a.from - b.from))
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
