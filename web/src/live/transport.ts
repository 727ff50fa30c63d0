import type { ClientMessage, ServerMessage } from '../../../server/lib/live-messages.ts'

/** One way to reach the server, until it is closed. */
export type Transport = {
  send: (messages: readonly ClientMessage[]) => void
  close: () => void
}

export type TransportEvents = {
  /** Messages can be sent. */
  opened: () => void
  received: (message: ServerMessage) => void
  /** At most once, and not after `close`. */
  closed: () => void
}

export type OpenTransport = (events: TransportEvents) => Transport

/** The messages of a frame; none where it is no list of messages. */
export function readFrame(data: unknown): readonly ServerMessage[] {
  if (typeof data !== 'string') return []
  try {
    const read: unknown = JSON.parse(data)
    // SAFETY: from our own server; whoever reads a message looks at its type first.
    return Array.isArray(read) ? (read as ServerMessage[]) : []
  } catch {
    return []
  }
}
