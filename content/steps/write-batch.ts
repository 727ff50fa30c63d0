import type { Step, StepMap } from 'prosemirror-transform'
import type { Batch, Carried, Change, MoveMark, StepJson } from './batch.ts'

/** The JSON of parsed steps, for the journal and the wire. */
export function writeBatch(steps: readonly Step[], moves: readonly MoveMark[] = []): Batch {
  const json = steps.map((step): StepJson => step.toJSON())
  return moves.length > 0 ? { steps: json, moves } : { steps: json }
}

/** What a change carries, to be kept with its steps; undefined if it is nothing. */
export function carriedBy({ steps, maps, copies = [] }: Change): Carried | undefined {
  const carried = maps.flatMap((map, step) => {
    const ranges = rangesOf(map)
    const own = steps[step]
    return own === undefined || isEqual(ranges, rangesOf(own.getMap())) ? [] : [{ step, ranges }]
  })
  if (carried.length + copies.length === 0) return undefined
  return {
    ...(carried.length > 0 && { maps: carried }),
    ...(copies.length > 0 && { copies }),
  }
}

function rangesOf(map: StepMap): number[] {
  const ranges: number[] = []
  map.forEach((oldStart, oldEnd, newStart, newEnd) => {
    ranges.push(oldStart, oldEnd - oldStart, newEnd - newStart)
  })
  return ranges
}

function isEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
