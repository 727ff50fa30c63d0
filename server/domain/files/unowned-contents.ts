import { clock, dayMs } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { yieldToEventLoop } from '../../lib/time-slices.ts'
import { damagedContents, type Transaction, unownedContents } from '../../store/index.ts'
import type { Context } from '../context.ts'

/**
 * How long an unused content stays: an upload may be about to write its row, a running backup may be about to
 * copy it, and a restored store may use it again.
 */
export const graceMs = 7 * dayMs

/** Contents removed per batch. */
const batchSize = 100

type ContentStores = Pick<Context, 'store' | 'files'>

/** Records every content that no file uses, left by interrupted uploads. */
export async function noteUnowned(
  { store, files }: ContentStores,
  signal: AbortSignal,
): Promise<void> {
  for await (const sha256 of files.list()) {
    if (signal.aborted) return
    await yieldToEventLoop()
    if (await unownedContents.isOwned(store, sha256)) continue
    if ((await unownedContents.get(store, sha256)) !== undefined) continue
    await store.transactIn('none', (transaction) =>
      unownedContents.note(transaction, sha256, clock.now()),
    )
  }
}

/** Removes contents that were unused for the whole grace period. Returns their number. */
export async function removeUnowned(stores: ContentStores, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const due = await unownedContents.due(stores.store, clock.now() - graceMs, batchSize)
    for (const content of due) {
      if (signal.aborted) return removed
      if (await removeContent(stores, content)) removed += 1
    }
    if (due.length < batchSize) return removed
  }
}

/**
 * Removes the bytes between two transactions. The first one is exclusive: a file that uses the content is either
 * written before and keeps it, or after and is rejected. The record stays for a while, for uploads that stored the
 * same bytes before the removal and have not written their row yet.
 */
async function removeContent(
  { store, files }: ContentStores,
  content: unownedContents.UnownedContent,
): Promise<boolean> {
  const { sha256 } = content
  const isFree = await store.transact(async (transaction) => {
    const isDone =
      content.state === 'removed' || (await unownedContents.isOwned(transaction, sha256))
    if (isDone) await unownedContents.forget(transaction, sha256)
    else await unownedContents.mark(transaction, { ...content, state: 'removing' })
    return !isDone
  })
  if (!isFree) return false
  await files.remove(sha256)
  await store.transactIn('none', async (transaction) => {
    await damagedContents.clear(transaction, sha256)
    const since = clock.now()
    await unownedContents.mark(transaction, { sha256, state: 'removed', since })
  })
  return true
}

/**
 * Claims a content for a new file whose bytes were stored after `storedAt`. Throws BUSY if the bytes are being
 * removed, or were removed after that time.
 */
export async function claimContent(
  transaction: Transaction,
  sha256: string,
  storedAt: number,
): Promise<void> {
  const content = await unownedContents.get(transaction, sha256)
  if (content === undefined) return
  const isThere =
    content.state === 'kept' || (content.state === 'removed' && storedAt > content.since)
  if (isThere) return unownedContents.forget(transaction, sha256)
  throw new AppError(
    'BUSY',
    'A deleted file with the same content is being removed. Try again in a few seconds.',
    { retryAfter: 5 },
  )
}
