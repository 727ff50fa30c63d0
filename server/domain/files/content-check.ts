import type { FileStore } from '../../files/file-store.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { ContentFault } from '../../lib/vocabulary.ts'
import { checks, damagedContents, type Reader, type Transaction } from '../../store/index.ts'
import { faultOf, markContent } from './contents.ts'

export type ContentCheck = {
  store: Reader
  files: FileStore
  /** Milliseconds between two rounds over all contents. */
  interval: number
  write: (work: (transaction: Transaction) => Promise<void>) => Promise<void>
  signal: AbortSignal
}

/** What is read in one go, and how long the disk is left to others after it: 6 MB a second at most. */
const portion = { contents: 50, bytes: 32 * 1024 * 1024 }
const pause = 5000
/** How often what is marked is looked at again. */
const recheck = 3_600_000

/**
 * Reads the next contents and marks those that are lost or damaged. Gives the milliseconds until there is more
 * to do. News of damage is an error, after it was noted.
 */
export async function checkNextContents(check: ContentCheck): Promise<number> {
  const { store, interval } = check
  const state = (await damagedContents.checkState(store)) ?? { position: '', finishedAt: 0 }
  if (state.position === '') {
    await unmarkSound(check)
    const left = state.finishedAt + interval - clock.now()
    if (left > 0) return Math.min(left, recheck)
  }
  return checkPortion(check, state)
}

/** Bytes that somebody put back by hand. */
async function unmarkSound({ store, files, write, signal }: ContentCheck): Promise<void> {
  for (const { sha256 } of await damagedContents.all(store)) {
    if (signal.aborted) return
    if ((await faultOf(files, sha256, signal)) !== undefined || signal.aborted) continue
    await write((transaction) => damagedContents.clear(transaction, sha256))
  }
}

async function checkPortion(
  { store, files, write, signal }: ContentCheck,
  state: damagedContents.CheckState,
): Promise<number> {
  const next = await damagedContents.next(store, state.position, portion.contents)
  const found: { sha256: string; fault: ContentFault }[] = []
  let { position } = state
  let bytes = 0
  for (const { sha256, size } of next) {
    if (signal.aborted || bytes > portion.bytes) break
    const fault = await faultOf(files, sha256, signal)
    if (signal.aborted) break
    const isNews = fault !== undefined && (await damagedContents.fault(store, sha256)) === undefined
    if (isNews) found.push({ sha256, fault })
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
  return isOver ? recheck : pause
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
