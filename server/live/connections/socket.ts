import type { WebSocket } from 'ws'
import { maxWaitingBytes } from '../limits.ts'
import type { Outlet } from './outlet.ts'

/** Milliseconds for a client to answer the end of a connection. */
const closeWithinMs = 1000

const text = { binary: false } as const

export function socketOutlet(socket: WebSocket): Outlet {
  return {
    send: (frame) => {
      if (socket.readyState !== socket.OPEN) return
      socket.send(frame, text)
      // It connects again, and opens its pages at the version that it has.
      if (socket.bufferedAmount > maxWaitingBytes) socket.terminate()
    },
    end: (code) => {
      socket.close(code)
      setTimeout(() => socket.terminate(), closeWithinMs).unref()
    },
  }
}
