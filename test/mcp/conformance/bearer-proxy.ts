import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Proxy = { port: number; close: () => Promise<void> }

/** Passes everything on, host included, with the key: the conformance suite has no option for headers. */
export async function startBearerProxy(port: number, key: string): Promise<Proxy> {
  const server = createServer((received, reply) => {
    const headers = { ...received.headers, authorization: `Bearer ${key}` }
    const { method, url: path } = received
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    reply.on('close', () => passed.destroy())
    received.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // SAFETY: it listens on a port.
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
