import { createHash } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import {
  checks,
  dump,
  events,
  files,
  type Snapshot,
  type Store,
  type Transaction,
} from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import type { Progress } from '../import/import.ts'

export type MoveReport = {
  rows: Record<string, number>
  files: { count: number; bytes: number; copied: number; missing: string[] }
}

type Source = Pick<Context, 'store' | 'files'>

/** Rows per batch. */
const batchSize = 100

/**
 * Copies a store into another one, on the same or the other database, with the search index and the files. Writes to
 * the source wait. A second run replaces the copy, as long as no one has written to it.
 */
export async function moveStore(
  source: Source,
  target: Source,
  onProgress: Progress = () => undefined,
): Promise<MoveReport> {
  return source.store.transact((lock) =>
    source.store.snapshot(async (snapshot) => {
      await requireSameVersion(snapshot, target.store)
      await requireOwnCopy(snapshot, target.store)
      const step = await countSteps(snapshot, lock, onProgress)
      const moved = await moveFiles(snapshot, source, target, step)
      // The audit log of an earlier copy stays, because it is append-only.
      const logged = await target.store.snapshot((other) => ids(other, 'audit_entries'))
      await target.store.transact(async (transaction) => {
        await dump.clear(transaction)
        for (const table of dump.allTables) {
          const present = table === 'audit_entries' ? logged : new Set<string>()
          await copyTable({ snapshot, transaction, present }, table, step)
        }
      })
      await target.store.refreshStatistics()
      return { rows: await requireSame(snapshot, target.store), files: moved }
    }),
  )
}

async function requireSameVersion(snapshot: Snapshot, target: Store): Promise<void> {
  const [here, there] = [await dump.migration(snapshot), await dump.migration(target)]
  if (here === there) return
  throw new AppError(
    'STORE_NEWER',
    `The other store has schema version ${there}, this one ${here}. Start the same version of Quire on both first.`,
  )
}

/**
 * Requires that the target holds nothing but an earlier copy: no person, workspace or key that the source lacks, and
 * no later event.
 */
async function requireOwnCopy(snapshot: Snapshot, target: Store): Promise<void> {
  if (await dump.isEmpty(target)) return
  for (const table of ['users', 'workspaces', 'api_keys', 'audit_entries'] as const) {
    const source = await ids(snapshot, table)
    const copied = await target.snapshot((other) => ids(other, table))
    if (!copied.isSubsetOf(source)) throw foreign(table)
  }
  for (const { workspaceId, highest } of await checks.sequences(target)) {
    if (highest === null) continue
    const source = await events.idAt(snapshot, workspaceId, highest)
    if (source !== (await events.idAt(target, workspaceId, highest))) throw foreign('events')
  }
}

async function ids(snapshot: Snapshot, table: dump.Table): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const row of dump.rows(snapshot, table)) found.add(String(row['id']))
  return found
}

function foreign(table: string): AppError {
  return new AppError(
    'STORE_NOT_EMPTY',
    `The other store has ${table} that this one does not have. Choose an empty store, or an earlier copy without new changes.`,
  )
}

/** Also keeps the lock alive: databases end transactions that are idle for too long. */
async function countSteps(
  snapshot: Snapshot,
  lock: Transaction,
  onProgress: Progress,
): Promise<() => Promise<void>> {
  let total = (await files.hashes(snapshot)).length
  for (const table of dump.allTables) total += await dump.count(snapshot, table)
  let done = 0
  let askedAt = performance.now()
  return async () => {
    onProgress((done += 1), total)
    if (performance.now() - askedAt < 5000) return
    askedAt = performance.now()
    await dump.migration(lock)
  }
}

async function moveFiles(
  snapshot: Snapshot,
  source: Source,
  target: Source,
  step: () => Promise<void>,
): Promise<MoveReport['files']> {
  const report: MoveReport['files'] = { count: 0, bytes: 0, copied: 0, missing: [] }
  for (const content of await files.hashes(snapshot)) {
    if ((await target.files.check(content)) !== undefined) {
      if ((await source.files.check(content)) !== undefined) report.missing.push(content.sha256)
      else {
        await target.files.put(await source.files.open(content))
        report.copied += 1
      }
    }
    report.count += 1
    report.bytes += content.size
    await step()
  }
  return report
}

type Copying = { snapshot: Snapshot; transaction: Transaction; present: ReadonlySet<string> }

async function copyTable(
  { snapshot, transaction, present }: Copying,
  table: dump.AnyTable,
  step: () => Promise<void>,
): Promise<void> {
  let batch: Promise<void>[] = []
  for await (const row of dump.rows(snapshot, table)) {
    await step()
    if (present.has(String(row['id']))) continue
    batch.push(dump.insert(transaction, table, row))
    if (batch.length < batchSize) continue
    await Promise.all(batch)
    batch = []
  }
  await Promise.all(batch)
}

/** Compares all rows of both stores; returns the number of rows per table. */
async function requireSame(snapshot: Snapshot, target: Store): Promise<Record<string, number>> {
  return target.snapshot(async (other) => {
    const counts: Record<string, number> = {}
    for (const table of dump.allTables) {
      const [here, there] = await Promise.all([sumOf(snapshot, table), sumOf(other, table)])
      if (here.rows !== there.rows || here.sha256 !== there.sha256) {
        throw new AppError(
          'INTERNAL',
          `The copy of ${table} differs from the original: ${there.rows} of ${here.rows} rows. Run the command again.`,
        )
      }
      counts[table] = here.rows
    }
    return counts
  })
}

async function sumOf(
  snapshot: Snapshot,
  table: dump.AnyTable,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of dump.rows(snapshot, table)) {
    hash.update(lineOf(row))
    rows += 1
  }
  return { rows, sha256: hash.digest('hex') }
}

/** A canonical form, independent of the order of columns. */
function lineOf(row: Record<string, unknown>): string {
  const columns = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify(
    columns.map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ]),
  )}\n`
}
