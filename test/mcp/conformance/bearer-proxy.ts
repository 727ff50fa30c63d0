import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Proxy = { port: number; close: () => Promise<void> }

/** Passes everything on, host included, with the key: the conformance suite has no option for headers. */
export async function startBearerProxy(port: number, key: string): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const { method, url: path } = incoming
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
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
