import type { Readable } from 'node:stream'

export type StoredFile = { sha256: string; size: number }

/** Where the bytes of files live, by the SHA-256 of their content: a folder now, any object store as well. */
export type FileStore = {
  /** Durable once answered; content that is there already is kept. */
  put: (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<StoredFile>
  /**
   * Like `put`, with the whole content in a file of this machine, which stays. Not copied where the store is
   * on the same disk.
   */
  adopt: (path: string, content: StoredFile) => Promise<void>
  /**
   * The bytes from `start` to `end`, both included. What is not there, and bytes that are not those of the name,
   * are a `DamagedContent`: the latter in the place of the last bytes, so that nobody takes them for whole.
   */
  open: (sha256: string, range?: { start: number; end: number }) => Promise<Readable>
  /** Size in bytes, or undefined when the content is missing. */
  size: (sha256: string) => Promise<number | undefined>
  /** Gone for good once answered; also when it was not there. */
  remove: (sha256: string) => Promise<void>
  /** Every content that is there, in no order. */
  list: () => AsyncIterable<string>
  /** Throws when the folder was removed or replaced since it was opened. */
  requireSame: () => Promise<void>
  /** Throws, with what is wrong, while nothing can be kept. */
  requireReady: () => Promise<void>
}
