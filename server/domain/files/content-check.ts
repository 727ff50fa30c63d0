import type { FileStore } from '../../files/file-store.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { ContentFault } from '../../lib/vocabulary.ts'
import { checks, damagedContents, type Reader, type Transaction } from '../../store/index.ts'
import { markContent } from './contents.ts'

export type ContentCheck = {
  store: Reader
  files: FileStore
  /** Time between two checks of all contents. */
  intervalMs: number
  write: (work: (transaction: Transaction) => Promise<void>) => Promise<void>
  signal: AbortSignal
}

/** Limits of one batch, and the pause after it: at most 6 MB per second. */
const batchLimits = { contents: 50, bytes: 32 * 1024 * 1024 }
const pauseMs = 5000
/** How often marked contents are checked again. */
const recheckMs = 3_600_000

/**
 * Reads the next contents and marks those that are missing or damaged. Returns the milliseconds until the next
 * batch. Throws FILE_DAMAGED after marking new damage.
 */
export async function checkNextContents(check: ContentCheck): Promise<number> {
  const { store, intervalMs } = check
  const state = (await damagedContents.checkState(store)) ?? { position: '', finishedAt: 0 }
  if (state.position === '') {
    await unmarkRestored(check)
    const left = state.finishedAt + intervalMs - clock.now()
    if (left > 0) return Math.min(left, recheckMs)
  }
  return checkBatch(check, state)
}

/** Returns the time since all contents were last checked; NaN before the first check has ended. */
export async function checkAgeSeconds(store: Reader): Promise<number> {
  const finishedAt = (await damagedContents.checkState(store))?.finishedAt ?? 0
  return finishedAt === 0 ? NaN : (clock.now() - finishedAt) / 1000
}

/** Removes the mark of contents that were restored. */
async function unmarkRestored({ store, files, write, signal }: ContentCheck): Promise<void> {
  for (const { sha256, size } of await damagedContents.all(store)) {
    if (signal.aborted) return
    if ((await files.check({ sha256, size }, signal)) !== undefined || signal.aborted) continue
    await write((transaction) => damagedContents.clear(transaction, sha256))
  }
}

async function checkBatch(
  { store, files, write, signal }: ContentCheck,
  state: damagedContents.CheckState,
): Promise<number> {
  const next = await damagedContents.next(store, state.position, batchLimits.contents)
  const found: { sha256: string; fault: ContentFault }[] = []
  let { position } = state
  let bytes = 0
  for (const { sha256, size } of next) {
    if (signal.aborted || bytes > batchLimits.bytes) break
    const fault = await files.check({ sha256, size }, signal)
    if (signal.aborted) break
    const isNew = fault !== undefined && (await damagedContents.fault(store, sha256)) === undefined
    if (isNew) found.push({ sha256, fault })
    position = sha256
    bytes += size
  }
  const isOver = next.length === 0
  await write(async (transaction) => {
    for (const { sha256, fault } of found) await markContent(transaction, sha256, fault)
    const reached = isOver ? { position: '', finishedAt: clock.now() } : { ...state, position }
    await damagedContents.keepCheckState(transaction, reached)
  })
  if (found.length > 0) throw await damageFound(store, found)
  return isOver ? recheckMs : pauseMs
}

async function damageFound(store: Reader, found: readonly { sha256: string }[]): Promise<AppError> {
  const names: string[] = []
  for (const { sha256 } of found) {
    for (const { id, name } of await checks.filesOf(store, sha256)) names.push(`${id} (${name})`)
  }
  return new AppError(
    'FILE_DAMAGED',
    `These files are missing or damaged: ${names.join(', ')}. Upload them again or restore them from a backup. \`quire check\` lists all of them.`,
  )
}
