import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DamagedContent } from '../lib/damaged-content.ts'
import { following } from '../lib/streams.ts'

/** Passes bytes through, and fails instead of passing the last ones if they do not match the hash. */
export function verifyHash(bytes: Readable, sha256: string): Readable {
  return following(bytes, hashed(bytes, sha256))
}

/** A range, whose hash is unknown: fails when it is shorter than requested. */
export function part(bytes: Readable, length: number): Readable {
  return following(bytes, counted(bytes, length))
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, sha256: string) {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const chunk of readable(bytes)) {
    hash.update(chunk)
    if (last !== undefined) yield last
    last = chunk
  }
  if (hash.digest('hex') !== sha256) throw new DamagedContent('changed')
  if (last !== undefined) yield last
}

async function* counted(bytes: AsyncIterable<Uint8Array>, length: number) {
  let count = 0
  for await (const chunk of readable(bytes)) {
    count += chunk.byteLength
    yield chunk
  }
  if (count !== length) throw new DamagedContent('changed')
}

/** An unreadable sector is damage, too. */
async function* readable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    const isBroken = error instanceof Error && 'code' in error && error.code === 'EIO'
    throw isBroken ? new DamagedContent('changed', error) : error
  }
}
