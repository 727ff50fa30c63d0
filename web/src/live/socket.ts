import { overSocket } from './over-socket.ts'
import type { OpenTransport } from './transport.ts'

/** A WebSocket at an address below which the page was loaded. */
export function socketAt(path: string): OpenTransport {
  return overSocket(() => {
    const address = new URL(path, location.href)
    address.protocol = address.protocol.replace('http', 'ws')
    return new WebSocket(address)
  })
}
