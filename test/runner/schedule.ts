export type Task = {
  name: string
  /** Estimated time, to start the longest first. */
  seconds: number
  run: () => Promise<void>
}

/** Runs tasks, as many at once as given, the longest first. Calls `onEnd` after each. */
export async function schedule(
  tasks: readonly Task[],
  atOnce: number,
  onEnd: (task: Task) => void,
): Promise<void> {
  const waiting = tasks.toSorted((a, b) => b.seconds - a.seconds)
  const work = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      await task.run()
      onEnd(task)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
