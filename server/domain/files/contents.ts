import type { Readable } from 'node:stream'
import type { ByteRange, StoredFile } from '../../files/file-store.ts'
import { clock } from '../../lib/clock.ts'
import { DamagedContent } from '../../lib/damaged-content.ts'
import { following } from '../../lib/streams.ts'
import type { ContentFault } from '../../lib/vocabulary.ts'
import { damagedContents, type Reader, type Store, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'

type ContentStores = Pick<Context, 'store' | 'files'>

/** How long marked contents are rejected before they are read again. */
const markedMs = 60_000
/** Bytes per millisecond of a slow storage. */
const slowRate = 10_000

/**
 * Opens the bytes of a file and waits for the first chunk. Marks missing or damaged contents, which are rejected for
 * a minute from then on. Throws DamagedContent, and BUSY when the storage does not answer.
 */
export async function openContent(
  { store, files }: ContentStores,
  { sha256, size }: StoredFile,
  range?: ByteRange,
): Promise<Readable> {
  await rejectMarked({ store, files }, { sha256, size })
  try {
    const bytes = await files.open({ sha256, size }, range)
    return await withFirstChunk(bytes, (error) => markIfDamaged(store, sha256, error))
  } catch (error) {
    await markIfDamaged(store, sha256, error)
    throw error
  }
}

/**
 * Reads marked content again a minute after the last attempt, and removes the mark if it is intact. Missing content
 * may also have been restored from a backup; its hash is checked while reading.
 */
async function rejectMarked({ store, files }: ContentStores, content: StoredFile): Promise<void> {
  const { sha256, size } = content
  const fault = await damagedContents.fault(store, sha256)
  if (fault === undefined) return
  if (fault === 'lost' && (await files.size(sha256)) === size) return
  if (!(await claimAttempt(store, content))) throw new DamagedContent(fault)
  const found = await files.check(content)
  await store.transactIn('none', (transaction) =>
    found === undefined
      ? damagedContents.clear(transaction, sha256)
      : markContent(transaction, sha256, found),
  )
  if (found !== undefined) throw new DamagedContent(found)
}

/** Whether this request is the one that reads the content again. No other does until a slow storage has sent it. */
async function claimAttempt(store: Store, { sha256, size }: StoredFile): Promise<boolean> {
  const now = clock.now()
  const before = now - markedMs
  const at = now + Math.round(size / slowRate)
  return store.transactIn('none', (transaction) =>
    damagedContents.claimAttempt(transaction, { sha256, before, at }),
  )
}

async function withFirstChunk(
  bytes: Readable,
  onFault: (error: unknown) => Promise<void>,
): Promise<Readable> {
  const chunks: AsyncIterator<Uint8Array> = bytes[Symbol.asyncIterator]()
  const first = await chunks.next()
  const all = async function* () {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) yield next.value
    } catch (error) {
      await onFault(error)
      throw error
    }
  }
  return following(bytes, all())
}

async function markIfDamaged(store: Store, sha256: string, error: unknown): Promise<void> {
  if (!(error instanceof DamagedContent)) return
  const { fault } = error
  await store.transactIn('none', (transaction) => markContent(transaction, sha256, fault))
}

/** How many contents are marked as missing or damaged. */
export async function countMarked(reader: Reader): Promise<number> {
  return (await damagedContents.all(reader)).length
}

/** Whether the content is marked as missing or damaged. */
export async function isMarked(reader: Reader, sha256: string): Promise<boolean> {
  return (await damagedContents.fault(reader, sha256)) !== undefined
}

export function markContent(
  transaction: Transaction,
  sha256: string,
  fault: ContentFault,
): Promise<void> {
  return damagedContents.mark(transaction, { sha256, fault, now: clock.now() })
}
