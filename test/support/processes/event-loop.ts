/** Processor time of this thread in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export type Measured<Result> = {
  result: Result
  /** Milliseconds of processor time of this thread: in all, and of its longest turn of the event loop. */
  totalMs: number
  maxMs: number
}

/** Runs work and tells what it cost this thread. What other threads and other programs do does not count. */
export async function measureBlocking<Result>(
  work: () => Promise<Result>,
): Promise<Measured<Result>> {
  let maxMs = 0
  let isOver = false
  const start = cpuTime()
  let last = start
  const note = (): void => {
    const now = cpuTime()
    maxMs = Math.max(maxMs, now - last)
    last = now
  }
  const watch = (): void => {
    note()
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  try {
    const result = await work()
    note()
    return { result, totalMs: last - start, maxMs }
  } finally {
    isOver = true
  }
}

/**
 * The least that work cost in several rounds: collecting garbage and compiling code come and go. Rounds end when its
 * longest turn took less than `enoughMs`.
 */
export async function minBlocking<Result>(
  rounds: number,
  work: (round: number) => Promise<Result>,
  enoughMs = 0,
): Promise<Measured<Result>> {
  let best = await measureBlocking(() => work(0))
  for (let round = 1; round < rounds && best.maxMs >= enoughMs; round += 1) {
    const next = await measureBlocking(() => work(round))
    best = {
      result: next.result,
      totalMs: Math.min(best.totalMs, next.totalMs),
      maxMs: Math.min(best.maxMs, next.maxMs),
    }
  }
  return best
}

/**
 * The least processor time of the whole process, workers and all, that work took in several rounds. Nothing
 * watches meanwhile: a watcher would be counted.
 */
export async function minWork(
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<number> {
  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    await work(round)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
