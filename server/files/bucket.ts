import { Readable } from 'node:stream'
import { DamagedContent } from '../lib/damaged-content.ts'
import { expectDone, listKeys, putParts } from './s3-objects.ts'
import { createRequests, type S3Options } from './s3-requests.ts'

/** Objects of an S3-compatible bucket by their keys. */
export type Bucket = {
  /** Keys that start with a prefix, in order. */
  list: (prefix: string) => Promise<string[]>
  /** Uploads a local file; the object appears when it is complete. */
  put: (key: string, path: string) => Promise<void>
  /** Throws a `DamagedContent` error for a missing object. */
  open: (key: string) => Promise<Readable>
  remove: (key: string) => Promise<void>
}

export function openBucket(options: S3Options): Bucket {
  const ask = createRequests(options)
  return {
    list: (prefix) => Array.fromAsync(listKeys(ask, prefix)),
    put: (key, path) => putParts(ask, key, path),
    open: async (key) => {
      const { status, body } = await ask({ method: 'GET', key })
      if (status === 404) throw new DamagedContent('lost')
      return body === null ? Readable.from([]) : Readable.fromWeb(body)
    },
    remove: async (key) => {
      const response = await ask({ method: 'DELETE', key })
      if (response.status !== 404) await expectDone(response)
    },
  }
}
