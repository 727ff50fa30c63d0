import type { Hunk, Range } from './align.ts'
import type { Unit } from './units.ts'

/** Whether changes with only a space between them are one: easier to read, but others may have written there. */
export type Joining = 'close' | 'none'

/** Between two changes, spaces and marks of punctuation up to this many characters are replaced with them. */
const maxSeparator = 3
/** With more changes in one text block it was rewritten: short words that only happen to stay are replaced, too. */
const maxHunks = 8

/** Joins changes with so little between them that one change is easier to read. */
export function mergeClose(
  hunks: readonly Hunk[],
  { old, now, joining }: { old: readonly Unit[]; now: readonly Unit[]; joining: Joining },
): Hunk[] {
  const merged =
    joining === 'none' ? [...hunks] : joined(hunks, (between) => isSeparator(old, between))
  if (merged.length <= maxHunks) return merged
  return joined(merged, (between, last, next) => {
    const length = lengthOf(old, between)
    const smaller = Math.min(sizeOf(last, old, now), sizeOf(next, old, now))
    return length <= smaller
  })
}

function joined(
  hunks: readonly Hunk[],
  isLittle: (between: Range, last: Hunk, next: Hunk) => boolean,
): Hunk[] {
  const result: Hunk[] = []
  for (const hunk of hunks) {
    const last = result.at(-1)
    if (last && isLittle({ from: last.before.to, to: hunk.before.from }, last, hunk)) {
      result[result.length - 1] = {
        before: { from: last.before.from, to: hunk.before.to },
        after: { from: last.after.from, to: hunk.after.to },
      }
    } else result.push(hunk)
  }
  return result
}

function isSeparator(units: readonly Unit[], { from, to }: Range): boolean {
  if (lengthOf(units, { from, to }) > maxSeparator) return false
  return units.slice(from, to).every((unit) => !unit.isWord)
}

function sizeOf(hunk: Hunk, old: readonly Unit[], now: readonly Unit[]): number {
  return Math.max(lengthOf(old, hunk.before), lengthOf(now, hunk.after))
}

function lengthOf(units: readonly Unit[], { from, to }: Range): number {
  return to > from ? (units[to - 1]?.to ?? 0) - (units[from]?.from ?? 0) : 0
}
