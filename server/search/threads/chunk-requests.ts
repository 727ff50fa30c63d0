import { LRUCache } from 'lru-cache'
import { AppError } from '../../lib/errors.ts'

/** Bytes that one thread may still hold after the other has let go of them. */
const maxBytes = 8 * 1024 * 1024

type Request = { promise: Promise<Uint8Array>; complete: (bytes: Uint8Array | undefined) => void }

/** The postings of segments that another thread has opened: it reads them, and both share the memory. */
export class ChunkRequests {
  readonly #ask: (part: number, chunk: number) => void
  readonly #requests = new Map<string, Request>()
  readonly #received = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length + 200,
  })

  constructor(ask: (part: number, chunk: number) => void) {
    this.#ask = ask
  }

  read(part: number, chunk: number): Uint8Array | Promise<Uint8Array> {
    const key = keyOf(part, chunk)
    return this.#received.get(key) ?? this.#requests.get(key)?.promise ?? this.#request(part, chunk)
  }

  /** Undefined when it could not be read. */
  receive(part: number, chunk: number, bytes: Uint8Array | undefined): void {
    const key = keyOf(part, chunk)
    if (bytes !== undefined) this.#received.set(key, bytes)
    this.#requests.get(key)?.complete(bytes)
    this.#requests.delete(key)
  }

  /** Keeps nothing of a part. What was asked for is still received. */
  forget(part: number): void {
    for (const key of this.#received.keys()) {
      if (key.startsWith(`${part} `)) this.#received.delete(key)
    }
  }

  #request(part: number, chunk: number): Promise<Uint8Array> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    const complete = (bytes: Uint8Array | undefined) => {
      if (bytes === undefined) reject(new AppError('INTERNAL', 'Postings cannot be read.'))
      else resolve(bytes)
    }
    this.#requests.set(keyOf(part, chunk), { promise, complete })
    this.#ask(part, chunk)
    return promise
  }
}

function keyOf(part: number, chunk: number): string {
  return `${part} ${chunk}`
}
