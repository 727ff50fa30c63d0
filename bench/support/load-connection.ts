import { connect, type Socket } from 'node:net'

/** A request ready to be written. `{unique}` in it is replaced by a new text of the same length each time. */
export type Template = { head: Buffer; tail: Buffer | undefined }

export const unique = '{unique}'

export type Received = { status: number; milliseconds: number; body: Buffer | undefined }

const endOfHeaders = Buffer.from('\r\n\r\n')

let counter = 0

/**
 * One keep-alive connection with one request in flight. Written on the bare socket, because an HTTP client
 * of Node costs more per request than the server under test, and would measure itself.
 */
export class LoadConnection {
  readonly #socket: Socket
  #receive: (received: Received) => void = () => {}
  #keepsBody = false
  #start = 0
  #pending: Buffer | undefined
  /** Bytes of the answer still to come once its headers are read. */
  #left = 0
  #status = 0
  #body: Buffer[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  static open(port: number): Promise<LoadConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => resolve(new LoadConnection(socket)))
    })
  }

  listen(receive: (received: Received) => void, fail: (error: Error) => void): void {
    this.#receive = receive
    this.#socket.on('error', fail)
    this.#socket.on('end', () => fail(new Error('The server closed a connection.')))
  }

  send({ head, tail }: Template, keepsBody = false): void {
    this.#keepsBody = keepsBody
    this.#start = performance.now()
    if (tail === undefined) {
      this.#socket.write(head)
      return
    }
    counter += 1
    this.#socket.cork()
    this.#socket.write(head)
    this.#socket.write(counter.toString().padStart(unique.length, '0'))
    this.#socket.write(tail)
    this.#socket.uncork()
  }

  close(): void {
    this.#socket
      .removeAllListeners('end')
      .removeAllListeners('error')
      .on('error', () => {})
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#left > 0) {
      this.#take(chunk)
      return
    }
    const data = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk])
    const end = data.indexOf(endOfHeaders)
    if (end === -1) {
      this.#pending = data
      return
    }
    this.#pending = undefined
    const headers = data.toString('latin1', 0, end).toLowerCase()
    const at = headers.indexOf('content-length: ')
    const status = Number(headers.slice(9, 12))
    const isEmpty = status === 304
    // Every other answer of the program says its length.
    this.#status = at === -1 && !isEmpty ? 0 : status
    this.#left = isEmpty ? 0 : Number.parseInt(headers.slice(at + 16), 10)
    this.#take(data.subarray(end + endOfHeaders.length))
  }

  #take(chunk: Buffer): void {
    this.#left -= chunk.length
    if (this.#keepsBody) this.#body.push(Buffer.from(chunk))
    if (this.#left > 0) return
    this.#left = 0
    const body = this.#keepsBody ? Buffer.concat(this.#body) : undefined
    this.#body = []
    this.#receive({ status: this.#status, milliseconds: performance.now() - this.#start, body })
  }
}

/** A request for a page, by nobody, as bytes. */
export function toVisit(path: string, headers: Readonly<Record<string, string>> = {}): Template {
  const text = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${linesOf(headers)}\r\n`
  return { head: Buffer.from(text), tail: undefined }
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** A request with a JSON body as bytes. */
export function toTemplate(
  path: string,
  key: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Template {
  const more = linesOf(headers)
  const length = Buffer.byteLength(body)
  const text = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n${body}`
  const at = text.indexOf(unique)
  if (at === -1) return { head: Buffer.from(text), tail: undefined }
  return {
    head: Buffer.from(text.slice(0, at)),
    tail: Buffer.from(text.slice(at + unique.length)),
  }
}
