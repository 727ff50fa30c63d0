import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** The median of `times` runs in milliseconds, after some that only warm up. */
export function median(run: () => unknown, times: number): number {
  for (let index = 0; index < Math.min(20, times); index += 1) run()
  return medianOf(Array.from({ length: times }, () => once(run)))
}

/** One run in milliseconds. */
export function once(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

/** Megabytes that one run allocates: the median of several, each after a collection. */
export function allocated(run: () => unknown): number {
  const samples = Array.from({ length: 15 }, () => {
    if (typeof collect === 'function') collect()
    const before = process.memoryUsage().heapUsed
    run()
    return process.memoryUsage().heapUsed - before
  })
  // A collection in the middle of a run makes a sample too small or negative, never too large.
  return medianOf(samples.filter((sample) => sample > 0)) / 1e6
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
