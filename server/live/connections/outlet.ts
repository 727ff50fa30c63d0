import type { ServerMessage } from '../../lib/live-messages.ts'

/** Why a connection ends; the codes of WebSockets, https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
export const closeCodes = { goingAway: 1001, policy: 1008, tryAgain: 1013 } as const

/** Where the frames of a connection go: a WebSocket or an event stream. */
export type Outlet = {
  send: (frame: Buffer) => void
  end: (code: number) => void
}

/** A frame of messages that are JSON already. */
export function frameOf(messages: readonly string[]): Buffer {
  return Buffer.from(`[${messages.join(',')}]`)
}

export function toFrame(...messages: readonly ServerMessage[]): Buffer {
  return Buffer.from(JSON.stringify(messages))
}
