import type { Readable } from 'node:stream'
import { openBytes } from './reader.ts'
import { expectDone, listKeys, partsOfObject, putParts } from './s3-objects.ts'
import { createRequests, type S3Options } from './s3-requests.ts'

/** Objects of an S3-compatible bucket by their keys. */
export type Bucket = {
  /** Keys that start with a prefix, in order. */
  list: (prefix: string) => Promise<string[]>
  /** Uploads a local file; the object appears when it is complete. */
  put: (key: string, path: string) => Promise<void>
  /** Throws a `DamagedContent` error for an object that is missing or has another size. */
  open: (key: string, size: number) => Promise<Readable>
  remove: (key: string) => Promise<void>
}

export function openBucket(options: S3Options): Bucket {
  const ask = createRequests(options)
  return {
    list: (prefix) => Array.fromAsync(listKeys(ask, prefix)),
    put: (key, path) => putParts(ask, key, path),
    open: (key, size) => openBytes(partsOfObject(ask, key), { start: 0, end: Infinity }, size),
    remove: async (key) => {
      const response = await ask({ method: 'DELETE', key })
      if (response.status !== 404) await expectDone(response)
    },
  }
}
