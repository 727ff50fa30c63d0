import { stat } from 'node:fs/promises'
import { AppError } from '../../../lib/errors.ts'
import {
  dump,
  files as stored,
  pages,
  type Reader,
  systemViewer,
  type Transaction,
  workspaces,
} from '../../../store/index.ts'
import { type AuditActor, recordAudit } from '../../administration/audit.ts'
import type { Context } from '../../context.ts'
import { mergeWorkspace } from '../../search/merge.ts'
import { reindexWorkspace } from '../../search/reindex.ts'
import type { Progress } from '../import/import.ts'
import { damaged, type Manifest, type StoredRow } from './format.ts'
import { readBackup } from './restore-read.ts'

export type RestoreReport = {
  /** When the backup was created. */
  createdAt: string
  rows: Record<string, number>
  files: Manifest['files']
}

type Target = Pick<Context, 'store' | 'files'>

/**
 * Restores a backup into a store without people, all or nothing, then builds the search index. If that is
 * interrupted, the server continues it in the background.
 */
export async function restoreBackup(
  { search, content, ...target }: Target & Pick<Context, 'search' | 'content'>,
  path: string,
  onProgress?: Progress,
  /** When given, the restore is recorded in the audit log. */
  actor?: AuditActor,
): Promise<RestoreReport> {
  const { store } = target
  const report = await restoreContents(target, path, onProgress, actor)
  for (const { id } of await workspaces.list(store)) {
    await reindexWorkspace({ store, content }, id)
    // Otherwise the first search would index all pages in memory.
    await mergeWorkspace(store, search, id)
  }
  return report
}

/**
 * Restores a backup without a search index. Reads the file three times: to verify it before anything is written, for
 * the files, and for the rows, in one transaction.
 */
export async function restoreContents(
  { store, files }: Target,
  path: string,
  onProgress: Progress = () => undefined,
  actor?: AuditActor,
): Promise<RestoreReport> {
  const { size } = await requireFile(path)
  await requireEmpty(store)
  const newest = await dump.migration(store)
  const part = (number: number) => (bytes: number) => onProgress(number * size + bytes, 3 * size)
  await readBackup(path, {
    manifest: (manifest) => requireKnown(manifest, newest),
    progress: part(0),
  })
  await readBackup(path, { file: (content) => files.put(content), progress: part(1) })
  const manifest = await store.transact(async (transaction) => {
    const restored = await restoreRows(transaction, path, part(2))
    if (actor !== undefined) {
      const details = { madeAt: restored.createdAt, madeBy: restored.quire }
      await recordAudit(transaction, actor, { action: 'server.restore', details })
    }
    return restored
  })
  await store.refreshStatistics()
  const counts = Object.entries(manifest.tables).map(([table, { rows }]) => [table, rows])
  return {
    createdAt: manifest.createdAt,
    rows: Object.fromEntries(counts),
    files: manifest.files,
  }
}

/** Reading the backup inside the transaction blocks no other write: the store is empty. */
async function restoreRows(
  transaction: Transaction,
  path: string,
  progress: (bytes: number) => void,
): Promise<Manifest> {
  await requireEmpty(transaction)
  const tables: ReadonlyMap<string, dump.Table> = new Map(dump.tables.map((name) => [name, name]))
  const manifest = await readBackup(path, {
    row: async (name, row) => {
      const table = tables.get(name)
      if (table === undefined) throw unknownTable(name)
      await restoreRow(transaction, table, row)
    },
    progress,
  })
  for (const table of dump.tables) {
    const rows = await dump.count(transaction, table)
    const expected = manifest.tables[table]?.rows ?? 0
    if (rows !== expected) throw damaged(`${table} has ${rows} rows instead of ${expected}`)
  }
  return manifest
}

async function restoreRow(
  transaction: Transaction,
  table: dump.Table,
  row: StoredRow,
): Promise<void> {
  try {
    await dump.insert(transaction, table, row)
    if (table === 'files') {
      await stored.enlist(transaction, {
        id: String(row['id']),
        workspaceId: String(row['workspace_id']),
      })
    }
    if (table !== 'page_contents') return
    const viewer = systemViewer(String(row['workspace_id']))
    const page = await pages.get(transaction, viewer, String(row['page_id']))
    if (page !== undefined) requireBlocks(row)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw damaged(`a row of ${table} does not match the schema`, error)
  }
}

/** Search reads this after all rows are restored; by then it is too late to reject the backup. */
function requireBlocks(row: StoredRow): void {
  const blocks: unknown = JSON.parse(String(row['blocks']))
  if (!Array.isArray(blocks)) throw damaged('a page has block texts that are not a list')
}

async function requireFile(path: string): Promise<{ size: number }> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === true) return found
  throw new AppError('VALIDATION_FAILED', `There is no backup ${path}. Choose an existing file.`)
}

async function requireEmpty(reader: Reader): Promise<void> {
  if (await dump.isEmpty(reader)) return
  throw new AppError(
    'STORE_NOT_EMPTY',
    'This store already has people or workspaces. Set QUIRE_DATA to an empty data folder, or DATABASE_URL to an empty database. Restore there, then start the server with it.',
  )
}

function requireKnown(manifest: Manifest, newest: number): void {
  if (manifest.migration > newest) {
    throw new AppError(
      'STORE_NEWER',
      `The backup has schema version ${manifest.migration}; this version of Quire supports up to ${newest}. Restore it with the version that created it, or a newer one.`,
    )
  }
  const known: readonly string[] = dump.tables
  const unknown = Object.keys(manifest.tables).find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownTable(unknown)
}

function unknownTable(name: string): AppError {
  return damaged(`it has an unknown table ${name}`)
}
