import type { StepMap } from 'prosemirror-transform'
import type { Change, MoveMark } from './batch.ts'
import type { CopiedText } from './copied-text.ts'

/**
 * Where positions inside deleted content are found again: a step that is undone and redone restores its content, and
 * a move inserts what it deleted.
 */
export type Mirror = {
  /** Index of the first map that applies to the recovered position. */
  readonly resume: number
  /** The position of `offset` in the deleted range number `range`; undefined if it is gone. */
  readonly recover: Recover
  /** Where the parts of a deleted range are that can be recovered, if not all of it can. */
  readonly split?: (from: number, to: number) => Range[]
  /** Whether text that is inserted at an edge of the content stays beside it. */
  readonly holdsEdges: boolean
}

export type Recover = (range: number, offset: number) => number | undefined

/** A list of maps like ProseMirror's `Mapping`. Its mirrors also follow moves and redone steps that changed. */
export type StepMapping = {
  readonly maps: StepMap[]
  readonly mirrors: (Mirror | undefined)[]
}

export type Range = { readonly from: number; readonly to: number }

export type Mapped = { readonly pos: number; readonly deleted: boolean }

/** Maps from before the newest of `steps` to before the oldest, then over `changes`. */
export function startMapping(
  stepMaps: readonly StepMap[],
  changes: readonly Change[],
): StepMapping {
  const mapping: StepMapping = { maps: [], mirrors: [] }
  for (const map of stepMaps.toReversed()) mapping.maps.push(map.invert())
  for (const change of changes) addChange(mapping, change)
  return mapping
}

function addChange({ maps, mirrors }: StepMapping, change: Change): void {
  const first = maps.length
  maps.push(...change.maps)
  for (const copy of change.copies ?? []) {
    mirrors[first + copy.remove] = mirrorCopies(change, first, copy)
  }
  for (const move of change.moves) {
    const mirror = mirrorMove(maps, first, move)
    if (mirror !== undefined) mirrors[first + move.remove] = mirror
  }
}

/** Text that a batch removes and inserts again is found in what it inserts. */
function mirrorCopies({ maps, copies = [] }: Change, first: number, one: CopiedText): Mirror {
  let start = 0
  maps[one.remove]?.forEach((oldStart) => (start = oldStart))
  const parts = copies
    .filter(({ remove, insert }) => remove === one.remove && insert === one.insert)
    .map(({ old, now, length }) => ({ from: old - start, to: old - start + length, at: now }))
  return mirrorParts(first + one.insert + 1, parts)
}

function mirrorMove(
  maps: readonly StepMap[],
  first: number,
  { remove, insert }: MoveMark,
): Mirror | undefined {
  const target = maps[first + insert]
  if (target === undefined || remove >= insert) return undefined
  return {
    resume: first + insert + 1,
    recover: recoverIn(target),
    holdsEdges: false,
  }
}

/** Finds positions again in the ranges that `map` inserts. */
export function recoverIn(map: StepMap): Recover {
  const starts: number[] = []
  map.forEach((_oldStart, _oldEnd, newStart) => {
    starts.push(newStart)
  })
  return (range, offset) => {
    const start = starts[range]
    return start === undefined ? undefined : start + offset
  }
}

/** Content of which only some parts are found again: `from` and `to` in the range are at `at` then. */
export function mirrorParts(resume: number, parts: readonly (Range & { at: number })[]): Mirror {
  return {
    resume,
    recover: (_range, offset) => {
      const part = parts.find(({ from, to }) => offset >= from && offset <= to)
      return part && part.at + offset - part.from
    },
    split: (from, to) =>
      parts
        .filter((part) => Math.max(from, part.from) < Math.min(to, part.to))
        .map((part) => ({
          from: part.at + Math.max(from, part.from) - part.from,
          to: part.at + Math.min(to, part.to) - part.from,
        })),
    holdsEdges: false,
  }
}

/** Maps a position of the document before map number `first`. */
export function mapPosition(
  { maps, mirrors }: StepMapping,
  first: number,
  start: number,
  assoc: -1 | 1,
): Mapped {
  let pos = start
  let deleted = false
  for (let index = first; index < maps.length; index += 1) {
    const map = maps[index]
    if (map === undefined) break
    const mirror = mirrors[index]
    const recovered = mirror && recoverPosition(map, mirror, pos, assoc)
    if (mirror !== undefined && recovered !== undefined) {
      pos = recovered
      index = mirror.resume - 1
      continue
    }
    const result = map.mapResult(pos, assoc)
    deleted ||= result.deletedAcross || (assoc > 0 ? result.deletedAfter : result.deletedBefore)
    pos = result.pos
  }
  return { pos, deleted }
}

/**
 * Maps the place of an insertion: it stays beside its author's own text, and beside a moved block where it was.
 * `assoc` -1 puts it before what others inserted at the same place, 1 behind it.
 */
export function mapInsertion(
  mapping: StepMapping,
  first: number,
  start: number,
  assoc: -1 | 1,
): Mapped {
  const { maps, mirrors } = mapping
  let pos = start
  let deleted = false
  for (let index = first; index < maps.length; index += 1) {
    const map = maps[index]
    if (map === undefined) break
    const mirror = mirrors[index]
    const recovered = mirror && recoverPosition(map, mirror, pos, 0)
    if (mirror !== undefined && recovered !== undefined) {
      pos = recovered
      index = mirror.resume - 1
      continue
    }
    const result = map.mapResult(pos, 1)
    deleted ||= result.deletedAcross
    pos = result.deletedAcross ? result.pos : map.map(pos, assoc)
  }
  return { pos, deleted }
}

/**
 * Maps the start (`side` -1) or the end (1) of a range that takes with it what was replaced there: a position inside of
 * what a step replaced is at the edge of what stands there instead. Other content beside the range stays outside.
 */
export function mapOutward(
  { maps, mirrors }: StepMapping,
  first: number,
  start: number,
  side: -1 | 1,
): number {
  const inward = side === -1 ? 1 : -1
  let pos = start
  for (let index = first; index < maps.length; index += 1) {
    const map = maps[index]
    if (map === undefined) break
    const mirror = mirrors[index]
    const recovered = mirror && recoverPosition(map, mirror, pos, inward)
    if (mirror !== undefined && recovered !== undefined) {
      pos = recovered
      index = mirror.resume - 1
      continue
    }
    let isInside = false
    map.forEach((oldStart, oldEnd) => {
      isInside ||= oldStart < pos && pos < oldEnd
    })
    pos = map.map(pos, isInside ? side : inward)
  }
  return pos
}

/** `assoc` 0 is an insertion. */
function recoverPosition(
  map: StepMap,
  { recover, holdsEdges }: Mirror,
  pos: number,
  assoc: -1 | 0 | 1,
): number | undefined {
  const atStart = assoc === 0 ? holdsEdges : assoc > 0
  const atEnd = assoc === 0 ? holdsEdges : assoc < 0
  let found: number | undefined
  let range = 0
  map.forEach((start, end) => {
    const inside =
      start < end && (atStart ? pos >= start : pos > start) && (atEnd ? pos <= end : pos < end)
    if (inside && found === undefined) found = recover(range, pos - start)
    range += 1
  })
  return found
}

/**
 * What is left of a range that its author saw, in order. Content that others inserted is not part of it, and moved
 * content is followed.
 */
export function mapRange(mapping: StepMapping, first: number, from: number, to: number): Range[] {
  const found: Range[] = []
  collect(mapping, first, from, to, found)
  return found.sort((a, b) => a.from - b.from)
}

function collect(
  mapping: StepMapping,
  first: number,
  start: number,
  end: number,
  found: Range[],
): void {
  let from = start
  let to = end
  for (let index = first; index < mapping.maps.length; index += 1) {
    const left = step(mapping, index, from, to, found)
    const [only, ...others] = left
    if (only === undefined) return
    if (others.length > 0) {
      for (const range of left) collect(mapping, index + 1, range.from, range.to, found)
      return
    }
    from = only.from
    to = only.to
  }
  if (to > from) found.push({ from, to })
}

/** Maps a range over one map. Recovered parts are followed to the end at once. */
function step(
  mapping: StepMapping,
  index: number,
  from: number,
  to: number,
  found: Range[],
): Range[] {
  const left: Range[] = []
  const mirror = mapping.mirrors[index]
  let cursor = from
  let shift = 0
  let range = 0
  mapping.maps[index]?.forEach((oldStart, oldEnd, _newStart, newEnd) => {
    const until = Math.min(oldStart, to)
    if (until > cursor) left.push({ from: cursor + shift, to: until + shift })
    const [a, b] = [Math.max(oldStart, from), Math.min(oldEnd, to)]
    if (mirror !== undefined && b > a)
      recoverRange(mapping, mirror, range, a - oldStart, b - oldStart, found)
    cursor = Math.max(cursor, oldEnd)
    shift = newEnd - oldEnd
    range += 1
  })
  if (to > cursor) left.push({ from: cursor + shift, to: to + shift })
  return left
}

function recoverRange(
  mapping: StepMapping,
  mirror: Mirror,
  range: number,
  from: number,
  to: number,
  found: Range[],
): void {
  if (mirror.split !== undefined) {
    for (const part of mirror.split(from, to))
      collect(mapping, mirror.resume, part.from, part.to, found)
    return
  }
  const start = mirror.recover(range, from)
  const end = mirror.recover(range, to)
  if (start !== undefined && end !== undefined && end > start) {
    collect(mapping, mirror.resume, start, end, found)
  }
}
