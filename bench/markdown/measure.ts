/** The median of `times` runs in milliseconds, after some that only warm up. */
export function median(run: () => unknown, times: number): number {
  for (let index = 0; index < Math.min(20, times); index += 1) run()
  const taken = Array.from({ length: times }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/** Megabytes that one run allocates, on the average of several. Needs `--expose-gc` to be exact. */
export function allocated(run: () => unknown): number {
  const samples: number[] = []
  for (let index = 0; index < 10; index += 1) {
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    run()
    samples.push(process.memoryUsage().heapUsed - before)
  }
  // A collection in the middle of a run makes its sample too small, never too large.
  return (samples.sort((a, b) => a - b).at(-3) ?? 0) / 1e6
}
