/** Processor time of this thread in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export type Measured<Result> = {
  result: Result
  /** Milliseconds of processor time of this thread: in all, and of its longest turn of the event loop. */
  total: number
  longest: number
}

/** Runs work and tells what it cost this thread. What other threads and other programs do does not count. */
export async function measureTurns<Result>(work: () => Promise<Result>): Promise<Measured<Result>> {
  let longest = 0
  let isOver = false
  const start = cpuTime()
  let last = start
  const note = (): void => {
    const now = cpuTime()
    longest = Math.max(longest, now - last)
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
    return { result, total: last - start, longest }
  } finally {
    isOver = true
  }
}

/** The least that work cost in several rounds: collecting garbage and compiling code come and go. */
export async function minYields<Result>(
  rounds: number,
  work: (round: number) => Promise<Result>,
): Promise<Measured<Result>> {
  let least = await measureTurns(() => work(0))
  for (let round = 1; round < rounds; round += 1) {
    const next = await measureTurns(() => work(round))
    least = {
      result: next.result,
      total: Math.min(least.total, next.total),
      longest: Math.min(least.longest, next.longest),
    }
  }
  return least
}

/**
 * The least processor time of the whole process, workers and all, that work took in several rounds. Nothing
 * watches meanwhile: a watcher would be counted.
 */
export async function leastWork(
  rounds: number,
  work: (round: number) => Promise<unknown>,
): Promise<number> {
  let least = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    await work(round)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
