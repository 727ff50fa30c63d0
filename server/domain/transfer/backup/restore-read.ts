import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import {
  damaged,
  type Manifest,
  parseJson,
  readEntryName,
  readManifest,
  type StoredRow,
  unpackRow,
} from './format.ts'
import { linesOf } from './restore-lines.ts'

/** Handlers for the parts of a backup. Parts without a handler are verified, too. */
export type Takers = {
  manifest?: (manifest: Manifest) => void
  file?: (content: AsyncIterable<Uint8Array>) => Promise<unknown>
  row?: (table: string, row: StoredRow) => Promise<void>
  /** Bytes of the file that were read so far. */
  progress?: (bytes: number) => void
}

type Entry = AsyncIterable<unknown> & { header: Header }

type Reading = {
  takers: Takers
  manifest: Manifest | undefined
  contents: Set<string>
  contentBytes: number
  tables: number
}

const largestManifest = 16 * 1024 * 1024

/**
 * Reads a backup from start to end and throws at the first deviation from the manifest or the hashes. Rejects
 * entries of any other name or kind.
 */
export async function readBackup(path: string, takers: Takers): Promise<Manifest> {
  const source = createReadStream(path)
  const gunzip = createGunzip()
  const archive = extract()
  let fault: unknown
  const end = (error: Error) => {
    fault ??= error
    archive.destroy(error)
  }
  source.on('error', end)
  gunzip.on('error', end)
  archive.on('error', end)
  source.on('data', () => takers.progress?.(source.bytesRead))
  source.pipe(gunzip).pipe(archive)
  const reading: Reading = {
    takers,
    manifest: undefined,
    contents: new Set(),
    contentBytes: 0,
    tables: 0,
  }
  try {
    for await (const entry of archive) await takeEntry(reading, entry)
    return finish(reading)
  } catch (error) {
    throw fault === undefined ? error : damaged('it is damaged or truncated', error)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function takeEntry(reading: Reading, entry: Entry): Promise<void> {
  const { name, type, size } = entry.header
  const known = type === 'file' ? readEntryName(name) : undefined
  if (known === undefined) throw damaged(`it contains an unexpected entry ${JSON.stringify(name)}`)
  if (known.kind === 'manifest') return takeManifest(reading, entry, size)
  const { manifest } = reading
  if (manifest === undefined) throw damaged('it does not start with a manifest')
  if (known.kind === 'file') return takeContent(reading, manifest, entry, known.sha256)
  return takeTable(reading, manifest, entry, known.table)
}

async function takeManifest(reading: Reading, entry: Entry, size: number): Promise<void> {
  if (reading.manifest !== undefined) throw damaged('it has two manifests')
  if (size > largestManifest) throw damaged('its manifest is too large')
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(entry)) chunks.push(chunk)
  reading.manifest = readManifest(Buffer.concat(chunks).toString())
  reading.takers.manifest?.(reading.manifest)
}

async function takeContent(
  reading: Reading,
  { files }: Manifest,
  entry: Entry,
  sha256: string,
): Promise<void> {
  if (reading.tables > 0 || reading.contents.has(sha256))
    throw damaged('its files are out of order')
  reading.contents.add(sha256)
  reading.contentBytes += entry.header.size
  if (reading.contents.size > files.count || reading.contentBytes > files.bytes) {
    throw damaged('it contains more files than its manifest lists')
  }
  const hash = createHash('sha256')
  const content = bytesOf(entry, hash)
  if (reading.takers.file === undefined) for await (const _ of content);
  else await reading.takers.file(content)
  if (hash.digest('hex') !== sha256) throw damaged(`the file ${sha256} has another hash`)
}

async function takeTable(
  reading: Reading,
  manifest: Manifest,
  entry: Entry,
  table: string,
): Promise<void> {
  const summary = manifest.tables[table]
  const isNext = Object.keys(manifest.tables)[reading.tables] === table
  if (summary === undefined || !isNext) throw damaged('its tables are out of order')
  reading.tables += 1
  if (entry.header.size !== summary.bytes) throw damaged(`the table ${table} has another size`)
  const hash = createHash('sha256')
  const content = bytesOf(entry, hash)
  const { row } = reading.takers
  let rows = 0
  if (row === undefined) for await (const _ of content);
  else {
    for await (const line of linesOf(content)) {
      rows += 1
      await row(table, readRow(reading, manifest, table, line))
    }
    if (rows !== summary.rows)
      throw damaged(`the table ${table} has ${rows} rows, not ${summary.rows}`)
  }
  if (hash.digest('hex') !== summary.sha256) throw damaged(`the table ${table} has another hash`)
}

function readRow(reading: Reading, manifest: Manifest, table: string, line: string): StoredRow {
  const row = unpackRow(parseJson(line))
  if (row === undefined) throw damaged(`the table ${table} has a line that is not a row`)
  const sha256 = table === 'files' ? String(row['sha256']) : undefined
  const isThere =
    sha256 === undefined || reading.contents.has(sha256) || manifest.files.missing.includes(sha256)
  if (!isThere) throw damaged(`the file ${sha256} is missing`)
  return row
}

function finish({ manifest, tables, contents }: Reading): Manifest {
  if (manifest === undefined) throw damaged('it is empty')
  const isComplete =
    tables === Object.keys(manifest.tables).length && contents.size === manifest.files.count
  if (!isComplete) throw damaged('it is truncated')
  return manifest
}

async function* bytesOf(entry: Entry, hash?: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) {
    if (!(chunk instanceof Uint8Array)) continue
    hash?.update(chunk)
    yield chunk
  }
}
