import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { startServer, type TestServer } from '../server.ts'
import { openVisits, type Visits } from './screens.ts'
import { setPassword } from './visitor.ts'

/** Stands between a browser and a server, so that a test can stop the server and replace its service worker. */
export type Relay = {
  address: string
  /** From now on, connections are refused until `start`. */
  stop: () => Promise<void>
  start: () => Promise<void>
  /** What is answered for the service worker instead: another script, or only a status. */
  replaceWorker: (change: (script: string) => string | number) => void
  close: () => Promise<void>
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port: targetPort } = new URL(target)
  let changeWorker: (script: string) => string | number = (script) => script
  let server: Server | undefined
  let port = 0
  const upgraded = new Set<Socket>()

  /** A WebSocket: its bytes go to and fro as they are. */
  const upgrade = ({ method, url, rawHeaders }: IncomingMessage, client: Duplex, head: Buffer) => {
    const asked = connect(Number(targetPort), hostname)
    upgraded.add(asked)
    asked.on('close', () => upgraded.delete(asked))
    const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`))
    asked.write(`${method} ${url} HTTP/1.1\r\n${headers.join('')}\r\n`)
    asked.write(head)
    // Either end closes the other; what one of them says of that is no fault.
    pipeline(client, asked, client, () => undefined)
  }
  const relay = () =>
    createServer((request, response) => {
      const { method, url: path, headers } = request
      const isWorker = path === '/service-worker.js'
      const asked = ask({
        hostname,
        port: targetPort,
        method,
        path,
        headers: isWorker ? { ...headers, 'accept-encoding': 'identity' } : headers,
      })
      asked.on('error', () => response.destroy())
      response.on('close', () => asked.destroy())
      asked.on('response', (answer) => {
        if (isWorker) return void sendWorker(answer, response, changeWorker)
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(asked)
    })
  const start = async () => {
    server = relay().on('upgrade', upgrade).listen(port, 'localhost')
    await once(server, 'listening')
    // SAFETY: it listens on a port.
    port = (server.address() as AddressInfo).port
  }
  const stop = async () => {
    const closed = server !== undefined && once(server, 'close')
    server?.close()
    server?.closeAllConnections()
    for (const socket of upgraded) socket.destroy()
    await closed
    server = undefined
  }
  await start()
  return {
    address: `http://localhost:${port}`,
    start,
    stop,
    replaceWorker: (change) => (changeWorker = change),
    close: stop,
  }
}

async function sendWorker(
  answer: AsyncIterable<Buffer> & { headers: Record<string, string | string[] | undefined> },
  response: ServerResponse,
  change: (script: string) => string | number,
): Promise<void> {
  const parts = await Array.fromAsync(answer)
  const changed = change(Buffer.concat(parts).toString())
  const policy = String(answer.headers['content-security-policy'])
  response.writeHead(typeof changed === 'number' ? changed : 200, {
    'content-type': 'text/javascript',
    'cache-control': 'no-cache',
    'content-security-policy': policy,
  })
  response.end(typeof changed === 'number' ? '' : changed)
}

export type RelayedScreens = Visits & { quire: TestServer; relay: Relay }

/** What a browser says of a server that does not answer, and of a worker that is refused. */
export const stoppedServer =
  /ERR_(?:INTERNET_DISCONNECTED|SOCKET_NOT_CONNECTED|CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED)|ServiceWorker|network error|bad HTTP response|Connection closed before receiving a handshake/i

/** Browsers with service workers, before a server that can be stopped. The first person has a password. */
export async function openRelayedScreens(
  settings: Parameters<typeof startServer>[0] = {},
): Promise<RelayedScreens> {
  const quire = await startServer({ rateLimit: 0, ...settings })
  const relay = await startRelay(await quire.server.listen({ host: '127.0.0.1', port: 0 }))
  const visits = await openVisits(relay.address, { provoked: stoppedServer })
  await setPassword(quire, quire.userId)
  return {
    ...visits,
    quire,
    relay,
    visit: (options) => visits.visit({ serviceWorkers: 'allow', ...options }),
    close: () =>
      visits.close().finally(async () => {
        await relay.close()
        await quire.close()
      }),
  }
}
