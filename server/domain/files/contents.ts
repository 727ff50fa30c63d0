import type { Readable } from 'node:stream'
import type { FileStore } from '../../files/file-store.ts'
import { clock } from '../../lib/clock.ts'
import { DamagedContent } from '../../lib/damaged-content.ts'
import { following } from '../../lib/streams.ts'
import type { ContentFault } from '../../lib/vocabulary.ts'
import { damagedContents, type Reader, type Store, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'

type ContentStores = Pick<Context, 'store' | 'files'>

/**
 * Opens the bytes of a file and waits for the first chunk. Marks missing or damaged contents, which are rejected
 * from then on. Throws DamagedContent.
 */
export async function openContent(
  { store, files }: ContentStores,
  { sha256, size }: { sha256: string; size: number },
  range?: { start: number; end: number },
): Promise<Readable> {
  await rejectMarked({ store, files }, sha256, size)
  try {
    const bytes = await files.open(sha256, range)
    return await withFirstChunk(bytes, (error) => markIfDamaged(store, sha256, error))
  } catch (error) {
    await markIfDamaged(store, sha256, error)
    throw error
  }
}

/** A missing content may have been restored from a backup; its hash is checked while reading. */
async function rejectMarked(
  { store, files }: ContentStores,
  sha256: string,
  size: number,
): Promise<void> {
  const fault = await damagedContents.fault(store, sha256)
  if (fault === undefined) return
  if (fault === 'lost' && (await files.size(sha256)) === size) return
  throw new DamagedContent(fault)
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

/** Undefined if the content is intact. */
export async function faultOf(
  files: FileStore,
  sha256: string,
  signal?: AbortSignal,
): Promise<ContentFault | undefined> {
  try {
    for await (const _ of await files.open(sha256)) if (signal?.aborted === true) break
    return undefined
  } catch (error) {
    if (error instanceof DamagedContent) return error.fault
    throw error
  }
}
