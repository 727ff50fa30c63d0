import { createHash } from 'node:crypto'
import type { FileStore, StoredFile } from '../../../files/file-store.ts'
import { dump, files, type Snapshot } from '../../../store/index.ts'
import { packRow, type TableSummary } from './format.ts'

const chunkSize = 256 * 1024

/** A table as JSON lines, in chunks that suit a stream. */
export async function* tableLines(
  snapshot: Snapshot,
  table: dump.Table,
  onRow: () => void,
): AsyncGenerator<Buffer> {
  let lines: string[] = []
  let size = 0
  for await (const row of dump.rows(snapshot, table)) {
    const line = `${JSON.stringify(packRow(row))}\n`
    lines.push(line)
    size += line.length
    onRow()
    if (size < chunkSize) continue
    yield Buffer.from(lines.join(''))
    lines = []
    size = 0
  }
  if (size > 0) yield Buffer.from(lines.join(''))
}

/** A tar entry starts with its size, so each table is read twice: to measure it and to write it. */
export async function measureTable(
  snapshot: Snapshot,
  table: dump.Table,
  onRow: () => void,
): Promise<TableSummary> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of tableLines(snapshot, table, onRow)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { rows: await dump.count(snapshot, table), bytes, sha256: hash.digest('hex') }
}

export type Contents = { sound: StoredFile[]; missing: string[] }

/** The contents that files refer to; missing or damaged ones cannot be backed up. Throws BUSY. */
export async function checkContents(
  snapshot: Snapshot,
  store: FileStore,
  onFile: () => void,
): Promise<Contents> {
  const contents: Contents = { sound: [], missing: [] }
  const seen = new Set<string>()
  for (const content of await files.hashes(snapshot)) {
    const { sha256 } = content
    if (seen.has(sha256)) continue
    seen.add(sha256)
    if ((await store.check(content)) === undefined) contents.sound.push(content)
    else contents.missing.push(sha256)
    onFile()
  }
  return contents
}
