import { decodeBase64 } from '../../../lib/base64.ts'
import { AppError } from '../../../lib/errors.ts'

/**
 * A backup is a tar.gz: `manifest.json`, then `files/<sha256>` with the content of every file, then
 * `tables/<name>.jsonl` with a row on each line, in the order of the manifest. Bytes in a row are
 * `{"base64": "…"}`.
 */
export type Manifest = {
  format: typeof format
  version: typeof formatVersion
  /** The version of Quire that wrote the backup. */
  quire: string
  /** The newest migration of the store, which determines the columns of its tables. */
  migration: number
  createdAt: string
  tables: Record<string, TableSummary>
  files: FilesSummary
}

export type TableSummary = { rows: number; bytes: number; sha256: string }

/** `missing`: contents that were missing or damaged in the store at the time of the backup. */
export type FilesSummary = { count: number; bytes: number; missing: string[] }

const format = 'quire-backup'
const formatVersion = 1

export const manifestName = 'manifest.json'

export function startManifest(contents: Omit<Manifest, 'format' | 'version'>): Manifest {
  return { format, version: formatVersion, ...contents }
}

export type EntryName =
  | { kind: 'manifest' }
  | { kind: 'file'; sha256: string }
  | { kind: 'table'; table: string }

export function fileEntry(sha256: string): string {
  return `files/${sha256}`
}

export function tableEntry(table: string): string {
  return `tables/${table}.jsonl`
}

/** Undefined for names that no backup contains. */
export function readEntryName(name: string): EntryName | undefined {
  if (name === manifestName) return { kind: 'manifest' }
  const sha256 = /^files\/([0-9a-f]{64})$/.exec(name)?.[1]
  if (sha256 !== undefined) return { kind: 'file', sha256 }
  const table = /^tables\/([a-z][a-z_]*)\.jsonl$/.exec(name)?.[1]
  return table === undefined ? undefined : { kind: 'table', table }
}

export function readManifest(text: string): Manifest {
  const value = parseJson(text)
  if (!isRecord(value) || value['format'] !== format) throw damaged('its manifest cannot be read')
  if (value['version'] !== formatVersion) {
    throw new AppError(
      'STORE_NEWER',
      `The backup has format ${String(value['version'])}; this version of Quire supports ${formatVersion}. Restore it with the version that created it, or a newer one.`,
    )
  }
  if (!isManifest(value)) throw damaged('its manifest is incomplete')
  return value
}

export function damaged(what: string, cause?: unknown): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    `This backup cannot be restored: ${what}. Nothing was changed. Use another backup, or another copy of this one.`,
    { cause },
  )
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Value = string | number | Uint8Array | null
export type StoredRow = Record<string, Value>

/** A row as JSON. */
export function packRow(row: StoredRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  )
}

/** Parses a row; undefined when malformed. */
export function unpackRow(value: unknown): StoredRow | undefined {
  if (!isRecord(value)) return undefined
  const row: StoredRow = {}
  for (const [name, packed] of Object.entries(value)) {
    const field = unpackValue(packed)
    if (field === undefined) return undefined
    row[name] = field
  }
  return row
}

function unpackValue(value: unknown): Value | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  const base64 = isRecord(value) ? value['base64'] : undefined
  return typeof base64 === 'string' ? decodeBase64(base64) : undefined
}

function isManifest(value: Record<string, unknown>): value is Manifest & Record<string, unknown> {
  const { tables, files } = value
  return (
    isCount(value['migration']) &&
    isRecord(tables) &&
    Object.values(tables).every(isTableSummary) &&
    isRecord(files) &&
    isCount(files['count']) &&
    isCount(files['bytes']) &&
    Array.isArray(files['missing'])
  )
}

function isTableSummary(value: unknown): boolean {
  return (
    isRecord(value) &&
    isCount(value['rows']) &&
    isCount(value['bytes']) &&
    typeof value['sha256'] === 'string'
  )
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
