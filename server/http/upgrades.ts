import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Takes the connection of a request that asks for a WebSocket; undefined for other requests. */
    takeUpgrade: (request: IncomingMessage) => Upgrade | undefined
  }
}

/** A connection, and what the client has sent behind the headers. */
export type Upgrade = { socket: Duplex; head: Buffer }

const webSocketPath = /^(?:\/s\/[\da-f-]{36})?\/(?:app|v1)\/live(?:\?.*)?$/

/** Other requests that ask for another protocol are answered as if they had not. */
export function isUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && webSocketPath.test(url)
}

/** Routes upgrades like other requests, so that the same hooks authenticate, count and refuse them. */
export function routeUpgrades(server: FastifyInstance): void {
  const waiting = new WeakMap<IncomingMessage, Upgrade & { response: ServerResponse }>()

  server.decorate('takeUpgrade', (request) => {
    const upgrade = waiting.get(request)
    if (upgrade === undefined) return undefined
    const { response, ...taken } = upgrade
    waiting.delete(request)
    response.detachSocket(request.socket)
    response.emit('close')
    return taken
  })

  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // An import of the module would load all of it.
    const { ServerResponse: Response } = process.getBuiltinModule('node:http')
    const response = new Response(request)
    response.shouldKeepAlive = false
    response.assignSocket(request.socket)
    // A refusal is the last answer on this connection.
    response.once('finish', () => socket.end())
    socket.once('error', () => socket.destroy())
    waiting.set(request, { socket, head, response })
    server.routing(request, response)
  })
}
