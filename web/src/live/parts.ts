import { part } from '../lib/offline/part.ts'
import type { OpenTransport, Transport } from './transport.ts'

/** Takes what others changed. */
export const merging = part(() => import('./merge/merge.ts'), { exported: 'merge' })

/** Shows who is here, and where. */
export const presence = part(() => import('./presence/live-cursors.ts'))

const stream = part(() => import('./stream.ts'))

/** The way to the server where no WebSocket gets through. */
export function streamWhenLoaded(path: string): OpenTransport {
  return (events) => {
    let transport: Transport | undefined
    let isOver = false
    void stream.load().then(({ streamAt }) => {
      if (!isOver) transport = streamAt(path)(events)
    })
    return {
      send: (messages) => transport?.send(messages),
      close: () => {
        isOver = true
        transport?.close()
      },
    }
  }
}
