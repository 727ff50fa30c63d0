import { createHash, type Hash } from 'node:crypto'
import { AppError } from '../../../lib/errors.ts'
import { dump, files, type Snapshot } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import type { Progress } from '../import/import.ts'
import { packRow, type StoredRow } from './format.ts'
import { readBackup } from './restore-read.ts'
import { restoreContents, type RestoreReport } from './restore.ts'

type Sum = { rows: number; columns: readonly string[]; hash: Hash }

/**
 * Restores a backup into an empty store and compares each row with the backup and each file with its hash. Throws at
 * the first difference and names it.
 */
export async function verifyBackup(
  target: Pick<Context, 'store' | 'files'>,
  path: string,
  onProgress?: Progress,
): Promise<RestoreReport> {
  const report = await restoreContents(target, path, onProgress)
  const expected = await sumBackup(path)
  await target.store.snapshot(async (snapshot) => {
    for (const table of dump.tables) await requireSameRows(snapshot, table, expected.get(table))
    await requireFiles(snapshot, target, new Set(report.files.missing))
  })
  return report
}

async function sumBackup(path: string): Promise<ReadonlyMap<string, Sum>> {
  const sums = new Map<string, Sum>()
  await readBackup(path, {
    row: async (table, row) => {
      const known = sums.get(table)
      const sum = known ?? { rows: 0, columns: Object.keys(row), hash: createHash('sha256') }
      if (known === undefined) sums.set(table, sum)
      sum.rows += 1
      sum.hash.update(lineOf(row, sum.columns))
    },
  })
  return sums
}

/** Compares the columns of the backup, because older versions had fewer. */
async function requireSameRows(
  snapshot: Snapshot,
  table: dump.Table,
  expected: Sum | undefined,
): Promise<void> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of dump.rows(snapshot, table)) {
    hash.update(lineOf(row, expected?.columns ?? []))
    rows += 1
  }
  const wanted = expected?.rows ?? 0
  if (rows !== wanted) throw different(`${table} has ${rows} rows instead of ${wanted}`)
  if (expected !== undefined && hash.digest('hex') !== expected.hash.digest('hex')) {
    throw different(`${table} has different rows than the backup`)
  }
}

function lineOf(row: StoredRow, columns: readonly string[]): string {
  const packed = packRow(row)
  return `${JSON.stringify(columns.map((name) => packed[name] ?? null))}\n`
}

async function requireFiles(
  snapshot: Snapshot,
  { files: contents }: Pick<Context, 'files'>,
  missing: ReadonlySet<string>,
): Promise<void> {
  for (const content of await files.hashes(snapshot)) {
    if (missing.has(content.sha256)) continue
    if ((await contents.check(content)) === undefined) continue
    throw different(`the file contents ${content.sha256} differ from the backup`)
  }
}

function different(what: string): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    `The restored copy differs from the backup: ${what}. Create another backup, and run \`quire check\` on the store.`,
  )
}
