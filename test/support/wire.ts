import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server.ts'

const timeoutMs = 10_000

export type Wire = {
  socket: Socket
  /** Everything received so far. */
  received: () => string
  send: (...chunks: (string | Uint8Array)[]) => Promise<void>
  /** Resolves once what was received matches, or when the server hangs up. */
  until: (pattern: RegExp) => Promise<string>
  /** Resolves with all that was received when the server has hung up. */
  closed: () => Promise<string>
}

/** A connection on which a test says exactly which bytes go out. */
export async function openWire(address: string): Promise<Wire> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const isClosed = () => socket.closed
  // A server that neither answers nor hangs up fails the test, and does not hold up the others.
  setTimeout(() => socket.destroy(), timeoutMs).unref()
  const wait = async (done: () => boolean) => {
    while (!done()) await sleep(2)
    return text
  }
  return {
    socket,
    received: () => text,
    send: async (...chunks) => {
      for (const chunk of chunks) {
        if (socket.writable && !socket.write(chunk)) await drained(socket)
      }
    },
    until: (pattern) => wait(() => isClosed() || pattern.test(text)),
    closed: () => wait(isClosed),
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', () => resolve())
  })
}

/** A request as bytes: the body's true length is declared unless `length` says another. */
export function rawPost(
  { key }: Pick<TestServer, 'key'>,
  path: string,
  body: string,
  options: { length?: number; headers?: string } = {},
): string {
  const length = options.length ?? Buffer.byteLength(body)
  return (
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n${options.headers ?? ''}\r\n${body}`
  )
}

/** The statuses of all answers in what was received, in order. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
}
