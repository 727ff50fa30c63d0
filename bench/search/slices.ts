/** Processor milliseconds of the main thread between two rounds of the event loop. */
export type Slices = { maxMs: number; p99: number; rounds: number }

/** Watches the rounds of the event loop while `work` runs. Other programs on the machine do not lengthen them. */
export async function measureSlices(work: () => Promise<void>): Promise<Slices> {
  const slices: number[] = []
  const watch = { isOver: false }
  const watching = (async () => {
    let last = threadTime()
    while (!watch.isOver) {
      await new Promise(setImmediate)
      const now = threadTime()
      slices.push(now - last)
      last = now
    }
  })()
  await work()
  watch.isOver = true
  await watching
  slices.sort((one, other) => one - other)
  return {
    maxMs: slices.at(-1) ?? 0,
    p99: slices[Math.floor(slices.length * 0.99)] ?? 0,
    rounds: slices.length,
  }
}

function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
