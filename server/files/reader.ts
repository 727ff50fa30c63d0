import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { DamagedContent } from '../lib/damaged-content.ts'
import { AppError } from '../lib/errors.ts'
import type { ContentFault } from '../lib/vocabulary.ts'
import type { ByteRange, StoredFile } from './file-store.ts'

export type PartOptions = ByteRange & {
  signal: AbortSignal
  /** A read that has to confirm a fault shares no connection with the one before. */
  isFresh: boolean
}

/**
 * Opens the bytes from `start` to `end`, inclusive; up to the last one if `end` is infinite, none beyond it. Throws
 * `DamagedContent` for missing content.
 */
export type OpenPart = (options: PartOptions) => Promise<AsyncIterable<Uint8Array>>

/** Failures in a row, within a mebibyte of progress, that end a read. */
const maxFailures = 4
const progressBytes = 1024 * 1024
const firstPauseMs = 50

/** Waits longer with each attempt. */
export async function pause(attempt: number, signal?: AbortSignal): Promise<void> {
  const maxPauseMs = firstPauseMs * 2 ** attempt
  await sleep(Math.random() * maxPauseMs, undefined, signal === undefined ? {} : { signal })
}

export function unreachable(cause: unknown): AppError {
  return new AppError('BUSY', 'The file storage cannot be reached. Try again shortly.', { cause })
}

/**
 * Reads bytes and goes on where a connection broke. A fault at the same position of two reads in a row is damage;
 * anything else ends in BUSY after a few failures.
 */
class ResumedRead {
  readonly #open: OpenPart
  readonly #range: ByteRange
  readonly #length: number
  readonly #ending = new AbortController()
  #isFresh: boolean
  #chunks: AsyncIterator<Uint8Array> | undefined
  #position = 0
  #failures = 0
  #failedAt = 0
  #damagedAt: number | undefined

  constructor(open: OpenPart, range: ByteRange, length: number, isFresh = false) {
    this.#open = open
    this.#range = range
    this.#length = length
    this.#isFresh = isFresh
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** The next bytes, undefined after the last ones. */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        this.#chunks ??= await this.#openRest()
        const { done, value } = await this.#chunks.next()
        const size = done === true ? 0 : value.byteLength
        if (done === true && this.#position === this.#length) return undefined
        const isWrong = done === true || this.#position + size > this.#length
        if (isWrong) throw new DamagedContent('changed')
        this.#position += size
        return value
      } catch (error) {
        await this.#requireAnother(error)
      }
    }
  }

  /** Ends the connection, also while bytes are awaited. */
  close(): void {
    this.#ending.abort()
  }

  async #openRest(): Promise<AsyncIterator<Uint8Array>> {
    const start = this.#range.start + this.#position
    const { end } = this.#range
    const part = { start, end, signal: this.signal, isFresh: this.#isFresh }
    return (await this.#open(part))[Symbol.asyncIterator]()
  }

  async #requireAnother(error: unknown): Promise<void> {
    await this.#chunks?.return?.()
    this.#chunks = undefined
    const fault = isUnreadable(error) ? new DamagedContent('changed', error) : error
    if (this.signal.aborted || !isPassing(fault)) throw fault
    if (this.#position - this.#failedAt >= progressBytes) this.#failures = 0
    this.#failures += 1
    this.#failedAt = this.#position
    this.#isFresh = true
    const isDamage = fault instanceof DamagedContent
    if (isDamage && this.#damagedAt === this.#position) throw fault
    this.#damagedAt = isDamage ? this.#position : undefined
    if (this.#failures === maxFailures) throw isDamage ? unreachable(fault) : fault
    if (!isDamage) await pause(this.#failures, this.signal)
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof DamagedContent) return true
  return error instanceof AppError && error.code === 'BUSY'
}

/** An unreadable sector is damage, too. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO'
}

const allBytes: ByteRange = { start: 0, end: Infinity }

/** Opens content, or a range of it, whose hash is unknown. */
export async function openContent(
  open: OpenPart,
  content: StoredFile,
  range?: ByteRange,
): Promise<Readable> {
  if (range !== undefined) return openBytes(open, range, range.end - range.start + 1)
  const read = new ResumedRead(open, allBytes, content.size)
  return streamOf(read, verified(read, await read.next(), open, content))
}

/** Opens bytes that nobody compares with a hash. */
export async function openBytes(
  open: OpenPart,
  range: ByteRange,
  length: number,
): Promise<Readable> {
  const read = new ResumedRead(open, range, length)
  return streamOf(read, rest(read, await read.next()))
}

/** Reads content completely, twice if the first read differs from its hash. Undefined if it is intact. */
export async function checkContent(
  open: OpenPart,
  content: StoredFile,
  signal?: AbortSignal,
): Promise<ContentFault | undefined> {
  try {
    if (await matches(open, content, { isFresh: false, signal })) return undefined
    return (await matches(open, content, { isFresh: true, signal })) ? undefined : 'changed'
  } catch (error) {
    if (signal?.aborted === true) return undefined
    if (error instanceof DamagedContent) return error.fault
    throw error
  }
}

function streamOf(read: ResumedRead, chunks: AsyncIterable<Uint8Array>): Readable {
  const stream = Readable.from(chunks, { objectMode: false })
  stream.once('close', () => read.close())
  return stream
}

async function* rest(read: ResumedRead, first: Uint8Array | undefined): AsyncGenerator<Uint8Array> {
  for (let chunk = first; chunk !== undefined; chunk = await read.next()) yield chunk
}

/** Passes bytes on, and fails instead of passing the last ones if they do not match the hash. */
async function* verified(
  read: ResumedRead,
  first: Uint8Array | undefined,
  open: OpenPart,
  content: StoredFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for (let chunk = first; chunk !== undefined; chunk = await read.next()) {
    hash.update(chunk)
    if (last !== undefined) yield last
    last = chunk
  }
  if (hash.digest('hex') !== content.sha256) throw await faultOf(open, content, read.signal)
  if (last !== undefined) yield last
}

/** Reads content a second time after a read with another hash. */
async function faultOf(
  open: OpenPart,
  content: StoredFile,
  signal: AbortSignal,
): Promise<AppError> {
  if (!(await matches(open, content, { isFresh: true, signal }))) {
    return new DamagedContent('changed')
  }
  return new AppError('BUSY', 'The file storage sent wrong bytes once. Try again.')
}

async function matches(
  open: OpenPart,
  { sha256, size }: StoredFile,
  { isFresh, signal }: { isFresh: boolean; signal: AbortSignal | undefined },
): Promise<boolean> {
  const read = new ResumedRead(open, allBytes, size, isFresh)
  const close = () => read.close()
  signal?.addEventListener('abort', close, { once: true })
  const hash = createHash('sha256')
  try {
    for await (const chunk of rest(read, await read.next())) {
      hash.update(chunk)
      if (signal?.aborted === true) throw signal.reason
    }
    return hash.digest('hex') === sha256
  } finally {
    signal?.removeEventListener('abort', close)
    close()
  }
}
