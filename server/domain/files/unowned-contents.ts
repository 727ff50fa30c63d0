import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/turns.ts'
import { damagedContents, type Transaction, unownedContents } from '../../store/index.ts'
import type { Context } from '../context.ts'

/**
 * How long a content stays that no file refers to: an upload may be about to write its row, a backup under
 * way may be about to copy it, and a store that is put back from a backup may know it again.
 */
export const graceTime = 7 * 24 * 3_600_000

/** Removed in one go. */
const atOnce = 100

type Room = Pick<Context, 'store' | 'files'>

/** Notes every content that no file refers to: left by an upload that was cut off. */
export async function noteUnowned({ store, files }: Room, signal: AbortSignal): Promise<void> {
  for await (const sha256 of files.list()) {
    if (signal.aborted) return
    await nextTurn()
    if (await unownedContents.isOwned(store, sha256)) continue
    if ((await unownedContents.get(store, sha256)) !== undefined) continue
    await store.transactIn('nothing', (transaction) =>
      unownedContents.note(transaction, sha256, clock.now()),
    )
  }
}

/** Removes what has had no owner for the whole of the time. Gives how many contents went. */
export async function removeUnowned(room: Room, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    const due = await unownedContents.due(room.store, clock.now() - graceTime, atOnce)
    for (const content of due) {
      if (signal.aborted) return removed
      if (await removeContent(room, content)) removed += 1
    }
    if (due.length < atOnce) return removed
  }
}

/**
 * The bytes go between two transactions. The first has the whole store to itself: a file that refers to the
 * content is written before, and keeps it, or after, and is refused. The note stays for a while, for uploads
 * that stored the same bytes before they went and have not written their row yet.
 */
async function removeContent(
  { store, files }: Room,
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
  await store.transactIn('nothing', async (transaction) => {
    await damagedContents.clear(transaction, sha256)
    const since = clock.now()
    await unownedContents.mark(transaction, { sha256, state: 'removed', since })
  })
  return true
}

/**
 * For a file that is about to refer to a content whose bytes were stored from an instant on: a note that it
 * has no owner goes. Refused when the bytes are going, or went after that instant.
 */
export async function ownContent(
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
