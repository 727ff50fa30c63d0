import type { Readable } from 'node:stream'
import type { FileStore } from '../../files/file-store.ts'
import { clock } from '../../lib/clock.ts'
import { DamagedContent } from '../../lib/damaged-content.ts'
import { following } from '../../lib/streams.ts'
import type { ContentFault } from '../../lib/vocabulary.ts'
import { damagedContents, type Reader, type Store, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'

type Place = Pick<Context, 'store' | 'files'>

/**
 * The bytes of a file, once the first of them are there. What turns out to be lost or changed is marked, and
 * refused from then on.
 */
export async function openContent(
  { store, files }: Place,
  { sha256, size }: { sha256: string; size: number },
  range?: { start: number; end: number },
): Promise<Readable> {
  await refuseMarked({ store, files }, sha256, size)
  try {
    const bytes = await files.open(sha256, range)
    return await begun(bytes, (error) => markIfDamaged(store, sha256, error))
  } catch (error) {
    await markIfDamaged(store, sha256, error)
    throw error
  }
}

/** What was lost may be back, from a backup of the folder: then its hash has the last word. */
async function refuseMarked({ store, files }: Place, sha256: string, size: number): Promise<void> {
  const fault = await damagedContents.fault(store, sha256)
  if (fault === undefined) return
  if (fault === 'lost' && (await files.size(sha256)) === size) return
  throw new DamagedContent(fault)
}

async function begun(
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
  await store.transactIn('nothing', (transaction) => markContent(transaction, sha256, fault))
}

/** Whether the bytes that are stored under a hash are known not to be those. */
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

/** Undefined when the content is there and is what was put. */
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
