import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds of processor time that a process has used, its threads included. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const ticks = Number(fields[11]) + Number(fields[12])
  // The kernel counts in hundredths of a second: USER_HZ, the same on every Linux.
  return ticks * 10
}

/** Asks a server for its health all the time; `stop` gives how often it answered, and the longest wait. */
export function watchHealth(address: string): {
  stop: () => Promise<{ answers: number; maxMs: number }>
} {
  const state = { isOver: false }
  let answers = 0
  let maxMs = 0
  const watch = async () => {
    while (!state.isOver) {
      const start = performance.now()
      const { status } = await fetch(`${address}/healthz`)
      if (status === 200) answers += 1
      maxMs = Math.max(maxMs, performance.now() - start)
      await sleep(2)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      state.isOver = true
      await watching
      return { answers, maxMs }
    },
  }
}
