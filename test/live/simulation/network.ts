import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

/** The connection of one writer: messages arrive in order, and are lost when it is cut. */
export type Link = {
  isOnline: () => boolean
  cut: () => void
  connect: () => void
  /** Delivers a message to the server or to the writer. */
  send: (direction: 'up' | 'down', deliver: () => void) => void
}

/** A link with a latency of 10 to 500 ms, 30 % more or less for each message. */
export function createLink(timeline: Timeline, random: Random): Link {
  const latency = 10 + random.below(490)
  let isOnline = true
  let session = 0
  let latest = { up: 0, down: 0 }
  return {
    isOnline: () => isOnline,
    cut: () => {
      isOnline = false
      session += 1
    },
    connect: () => {
      isOnline = true
      session += 1
      latest = { up: 0, down: 0 }
    },
    send: (direction, deliver) => {
      const delay = latency * (0.7 + 0.6 * random.next())
      const time = Math.max(timeline.now() + delay, latest[direction] + 1)
      latest[direction] = time
      const sentIn = session
      timeline.at(time, () => {
        if (isOnline && session === sentIn) deliver()
      })
    },
  }
}
