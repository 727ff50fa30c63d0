import type { Attribution, Writer } from '../attribution.ts'
import { append, type Run } from './runs.ts'

type PackedWriter = [
  userId: string,
  via: string | null,
  keyId: string | null,
  runId: string | null,
  at: number,
]
/** `r` has lengths and indexes of writers in turns. */
type Packed = { w: PackedWriter[]; r: number[] }

/** A map as short JSON, without the writers of whom nothing is left. */
export function packAttribution({ writers, runs }: Attribution): string {
  const indexes = new Map([[-1, -1]])
  const packed: Packed = { w: [], r: [] }
  for (const [length, writer] of runs) {
    const known = writers[writer]
    if (known && !indexes.has(writer)) {
      indexes.set(writer, packed.w.length)
      packed.w.push([known.userId, known.via, known.keyId, known.runId, known.at])
    }
    packed.r.push(length, indexes.get(writer) ?? -1)
  }
  return JSON.stringify(packed)
}

/** Reads what `packAttribution` wrote. */
export function unpackAttribution(json: string): Attribution {
  // SAFETY: the store returns what packAttribution wrote.
  const { w, r } = JSON.parse(json) as Packed
  const writers = w.map(([userId, via, keyId, runId, at]): Writer => ({
    userId,
    via,
    keyId,
    runId,
    at,
  }))
  const runs: Run[] = []
  for (let index = 0; index < r.length; index += 2) {
    append(runs, r[index] ?? 0, r[index + 1] ?? -1)
  }
  return { writers, runs }
}
