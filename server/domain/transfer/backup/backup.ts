import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { clock, toIso } from '../../../lib/clock.ts'
import { faultOfDisk, flush } from '../../../lib/disk.ts'
import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { version } from '../../../lib/version.ts'
import { checks, dump, files, type Snapshot } from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { addEntry, asError, requireFree } from '../archive.ts'
import type { Progress } from '../import/import.ts'
import {
  fileEntry,
  type Manifest,
  manifestName,
  startManifest,
  tableEntry,
  type TableSummary,
} from './format.ts'
import { checkContents, type Contents, measureTable, tableLines } from './source.ts'

export type BackupReport = {
  path: string
  /** Size of the backup. */
  bytes: number
  rows: Record<string, number>
  files: Manifest['files']
  /** Files whose contents are missing or damaged, so that the backup lacks them. */
  missing: LostFile[]
}

export type LostFile = { id: string; name: string; sha256: string }

type Source = Pick<Context, 'store' | 'files'>

/** Writes a snapshot of the complete store to a new file. */
export async function writeBackup(
  source: Source,
  file: string,
  onProgress: Progress = () => undefined,
): Promise<BackupReport> {
  const path = resolve(file)
  await requireFree(path)
  await requireSomebody(source)
  const temporary = `${path}.unfinished-${newId()}`
  try {
    const { manifest, missing } = await source.store.snapshot(async (snapshot) => {
      const written = await writeArchive(source, snapshot, temporary, onProgress)
      return { manifest: written, missing: await lostFiles(snapshot, written) }
    })
    await requireFree(path)
    await rename(temporary, path)
    await flush(dirname(path))
    const tables = Object.entries(manifest.tables).map(([name, { rows }]) => [name, rows])
    const { size } = await stat(path)
    const rows = Object.fromEntries(tables)
    return { path, bytes: size, rows, files: manifest.files, missing }
  } catch (error) {
    await rm(temporary, { force: true })
    throw writeError(error, path)
  }
}

async function writeArchive(
  { files: store }: Source,
  snapshot: Snapshot,
  path: string,
  onProgress: Progress,
): Promise<Manifest> {
  const step = await countSteps(snapshot, onProgress)
  const contents = await checkContents(snapshot, store, step)
  const tables: Record<string, TableSummary> = {}
  for (const table of dump.tables) tables[table] = await measureTable(snapshot, table, step)
  const manifest = startManifest({
    quire: version,
    migration: await dump.migration(snapshot),
    createdAt: toIso(clock.now()),
    tables,
    files: detailsOf(contents),
  })
  const archive = pack()
  const written = pipeline(
    archive,
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  const filled = (async () => {
    const head = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await addEntry(archive, manifestName, [head], head.length)
    for (const content of contents.sound) {
      await addEntry(archive, fileEntry(content.sha256), await store.open(content), content.size)
      step()
    }
    for (const table of dump.tables) {
      const { bytes } = manifest.tables[table] ?? { bytes: 0 }
      await addEntry(archive, tableEntry(table), tableLines(snapshot, table, step), bytes)
    }
    archive.finalize()
  })()
  // The first failure ends both: the producer waits for the consumer.
  filled.catch((error: unknown) => archive.destroy(asError(error)))
  await Promise.all([written, filled])
  return manifest
}

/** Each row and each content counts twice. */
async function countSteps(snapshot: Snapshot, onProgress: Progress): Promise<() => void> {
  let total = 2 * (await files.hashes(snapshot)).length
  for (const table of dump.tables) total += 2 * (await dump.count(snapshot, table))
  let done = 0
  return () => {
    done += 1
    onProgress(done, total)
  }
}

function detailsOf({ sound, missing }: Contents): Manifest['files'] {
  const bytes = sound.reduce((sum, { size }) => sum + size, 0)
  return { count: sound.length, bytes, missing }
}

async function lostFiles(snapshot: Snapshot, { files }: Manifest): Promise<LostFile[]> {
  const lost: LostFile[] = []
  for (const sha256 of files.missing) {
    for (const file of await checks.filesOf(snapshot, sha256)) lost.push({ ...file, sha256 })
  }
  return lost
}

/** A backup of an empty store is almost always a mistake. */
async function requireSomebody({ store }: Source): Promise<void> {
  if (!(await dump.isEmpty(store))) return
  throw new AppError(
    'STORE_NOT_FOUND',
    'This store is empty, so there is nothing to back up. Set QUIRE_DATA to the data folder of your server, or DATABASE_URL to its database.',
  )
}

function writeError(error: unknown, path: string): unknown {
  if (faultOfDisk(error)?.code !== 'STORAGE_FULL') return error
  return new AppError(
    'STORAGE_FULL',
    `There is not enough space for the backup in ${dirname(path)}. Free some space, or choose another folder.`,
    { cause: error },
  )
}
