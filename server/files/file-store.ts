import type { Readable } from 'node:stream'
import type { ContentFault } from '../lib/vocabulary.ts'

export type StoredFile = { sha256: string; size: number }

/** The bytes from `start` to `end`, inclusive. */
export type ByteRange = { start: number; end: number }

/** Stores the contents of files by their SHA-256, in a folder or in an object store. */
export type FileStore = {
  /** Durable when it resolves; existing content is kept. */
  put: (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<StoredFile>
  /** Like `put`, from a local file that is left in place. Not copied if the store is on the same disk. */
  adopt: (path: string, content: StoredFile) => Promise<void>
  /**
   * Waits for the first bytes. If two reads find that content is missing, short or does not match its hash, the stream
   * ends in a `DamagedContent` error before the last bytes, so that no reader takes it for complete. Throws BUSY when
   * the storage does not answer.
   */
  open: (content: StoredFile, range?: ByteRange) => Promise<Readable>
  /** Reads content completely, twice if necessary. Undefined if it is intact, or when the signal ends the read. */
  check: (content: StoredFile, signal?: AbortSignal) => Promise<ContentFault | undefined>
  /** Size in bytes, or undefined when the content is missing. */
  size: (sha256: string) => Promise<number | undefined>
  /** Durable when it resolves, also when there was no such content. */
  remove: (sha256: string) => Promise<void>
  /** All contents, in no particular order. */
  list: () => AsyncIterable<string>
  /** Throws when the folder was removed or replaced while it was open. */
  requireSame: () => Promise<void>
  /** Throws when nothing can be stored, with the reason. */
  requireReady: () => Promise<void>
}
