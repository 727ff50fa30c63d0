import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { joinPath } from '../join-names.ts'
import { codeOf } from './disk.ts'
import { isConflictFile, isMarkdown } from './paths.ts'
import { hashOf } from './text-hash.ts'

/** Hashes of files that have not changed since. */
export type HashCache = Map<string, { mtimeMs: number; size: number; readAt: number; hash: string }>

export type Scanned = {
  /** The hash of each Markdown file by its path. */
  files: Map<string, string>
  /** Files that cannot become pages, with the reason. */
  skipped: { path: string; reason: string }[]
}

/** In place of the hash of a file that is there and cannot be read. */
export const unreadable = ''

const maxBytes = 3_000_000
const maxLength = 1_000_000
/** Within this time a file can change without another time stamp. */
const coarseMs = 2000

/** The Markdown files of a folder. Links and names that start with a dot are left out. */
export async function scan(root: string, cache: HashCache = new Map()): Promise<Scanned> {
  const scanned: Scanned = { files: new Map(), skipped: [] }
  await scanInto(root, '', scanned, cache)
  return scanned
}

async function scanInto(
  root: string,
  folder: string,
  scanned: Scanned,
  cache: HashCache,
): Promise<void> {
  const entries = await readdir(joinPath(root, folder), { withFileTypes: true }).catch(noneIfGone)
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) await scanInto(root, path, scanned, cache)
    else if (isMarkdown(entry.name) && !isConflictFile(entry.name)) {
      await take({ root, path, entry, scanned, cache })
    } else if (entry.isSymbolicLink()) scanned.skipped.push({ path, reason: 'is a link' })
  }
}

/** A folder that cannot be read must not look like one whose files are gone. */
function noneIfGone(error: unknown): Dirent[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

type Found = {
  root: string
  path: string
  entry: Dirent
  scanned: Scanned
  cache: HashCache
}

async function take({ root, path, entry, scanned, cache }: Found): Promise<void> {
  if (!entry.isFile()) {
    skip(scanned, path, 'is a link')
    return
  }
  const file = joinPath(root, path)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return
  const { mtimeMs, size } = found
  const known = cache.get(path)
  const isSame = known?.mtimeMs === mtimeMs && known.size === size
  if (known !== undefined && isSame && known.readAt - mtimeMs > coarseMs) {
    scanned.files.set(path, known.hash)
    return
  }
  const readAt = Date.now()
  const bytes = size > maxBytes ? undefined : await readFile(file).catch(() => undefined)
  const reason = bytes === undefined ? 'is too large or cannot be read' : reasonAgainst(bytes)
  if (bytes === undefined || reason !== undefined) {
    skip(scanned, path, reason ?? 'cannot be read')
    return
  }
  const hash = hashOf(bytes)
  cache.set(path, { mtimeMs, size, readAt, hash })
  scanned.files.set(path, hash)
}

function skip({ files, skipped }: Scanned, path: string, reason: string): void {
  files.set(path, unreadable)
  skipped.push({ path, reason })
}

function reasonAgainst(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.length > maxLength ? 'is longer than 1,000,000 characters' : undefined
  } catch {
    return 'is not UTF-8 text'
  }
}
