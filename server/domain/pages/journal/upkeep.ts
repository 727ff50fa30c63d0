import { history, type Reader, steps, type Store } from '../../../store/index.ts'
import type { PageAddress } from '../tree.ts'
import { versionBefore } from './body.ts'

/** Rows removed in one transaction, so that other writes run in between. */
const pruneBatch = 200
const pagesAtOnce = 100
/** Rows merged at once, in a few milliseconds. */
const mergeBatch = 500
/** Longer rows, and rows beyond this together, are not merged. */
const maxMergedLength = 50_000

/** Removes changes of a workspace before a time, except those that no stored document has. */
export async function pruneJournal(
  store: Store,
  workspaceId: string,
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<void> {
  const prune = () =>
    store.transactIn({ workspaceId }, (transaction) =>
      steps.prune(transaction, workspaceId, { before, limit: pruneBatch }),
    )
  while (!signal.aborted && (await prune()) > 0);
}

/** Merges neighbouring changes of a workspace in a period. */
export async function mergeJournal(
  store: Store,
  workspaceId: string,
  { period, signal }: { period: steps.Period; signal: AbortSignal },
): Promise<void> {
  for (let after = ''; !signal.aborted;) {
    const ids = await steps.changed(store, workspaceId, period, { after, limit: pagesAtOnce })
    for (const pageId of ids) await mergePage(store, { workspaceId, pageId }, { period, signal })
    after = ids.at(-1) ?? after
    if (ids.length < pagesAtOnce) return
  }
}

async function mergePage(
  store: Store,
  address: PageAddress,
  { period, signal }: { period: steps.Period; signal: AbortSignal },
): Promise<void> {
  for (let version = 0; !signal.aborted;) {
    const rows = await steps.stored(store, address, period, { version, limit: mergeBatch })
    version = rows.at(-1)?.version ?? version
    if (rows.length > 1) await mergeRows(store, address, rows)
    if (rows.length < mergeBatch) return
  }
}

async function mergeRows(
  store: Store,
  address: PageAddress,
  rows: readonly steps.StepsRow[],
): Promise<void> {
  const { mergeBatches } = await import('../../../../content/steps/merge-batches.ts')
  const merged = (await splitAtVersions(store, address, rows)).flatMap((part) => {
    const known = new Set(part)
    return mergeBatches(part).filter((row) => !known.has(row))
  })
  if (merged.length === 0) return
  await store.transactIn({ workspaceId: address.workspaceId }, async (transaction) => {
    for (const row of merged) await steps.replace(transaction, versionBefore(row), row)
  })
}

/** Recorded versions are what people and programs have read, and may change: the journal leads on from each of them. */
async function splitAtVersions(
  reader: Reader,
  address: PageAddress,
  rows: readonly steps.StepsRow[],
): Promise<steps.StepsRow[][]> {
  const [after, until] = [rows[0]?.version ?? 0, rows.at(-1)?.version ?? 0]
  const recorded = new Set(await history.numbers(reader, address, { after: after - 1, until }))
  const parts: steps.StepsRow[][] = []
  let length = 0
  let isOpen = false
  for (const row of rows) {
    length += row.steps.length
    if (isOpen && length <= maxMergedLength) parts.at(-1)?.push(row)
    else {
      parts.push([row])
      length = row.steps.length
    }
    isOpen = !recorded.has(row.version)
  }
  return parts
}
