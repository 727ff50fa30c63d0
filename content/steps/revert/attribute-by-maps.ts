import type { Attribution, Writer } from '../attribution.ts'
import { lengthOf, replaceRuns, type Run, sliceRuns } from '../attribution/runs.ts'
import type { Change } from '../batch.ts'

/**
 * The map after a change that is reverted. Only what its maps insert is its own: redone steps follow the same maps, so
 * that no text counts as kept for one of them and as new for the other.
 */
export function attributeByMaps(
  map: Attribution,
  { maps, moves, copies = [] }: Change,
  writer: Writer,
): Attribution {
  const writers = [...map.writers]
  const known = writers.findIndex(({ userId }) => userId === writer.userId)
  const index = known === -1 ? writers.push(writer) - 1 : known
  const runs = [...map.runs]
  const retained = new Map<number, { at: number; runs: Run[] }[]>()
  const retain = (insert: number, at: number, old: Run[]) =>
    retained.set(insert, [...(retained.get(insert) ?? []), { at, runs: old }])
  for (const [step, stepMap] of maps.entries()) {
    for (const { remove, insert, old, now, length } of copies) {
      if (remove !== step) continue
      const content = sliceRuns(runs, old, old + length)
      if (insert > step) retain(insert, now, content)
      else {
        const at = maps.slice(insert + 1, step).reduce((position, map) => map.map(position, 1), now)
        replaceRuns(runs, at, at + length, content)
      }
    }
    const move = moves.find(({ remove }) => remove === step)
    const isInsert = moves.some(({ insert }) => insert === step)
    stepMap.forEach((oldStart, oldEnd, newStart, newEnd) => {
      const end = newStart + oldEnd - oldStart
      if (move) retain(move.insert, -1, sliceRuns(runs, newStart, end))
      replaceRuns(runs, newStart, end, [[newEnd - newStart, index]])
      const content = isInsert ? retained.get(step)?.find(({ at }) => at === -1)?.runs : undefined
      if (content && lengthOf(content) === newEnd - newStart) {
        replaceRuns(runs, newStart, newEnd, content)
      }
    })
    for (const { at, runs: old } of retained.get(step) ?? []) {
      if (at !== -1) replaceRuns(runs, at, at + lengthOf(old), old)
    }
  }
  return { writers, runs }
}
