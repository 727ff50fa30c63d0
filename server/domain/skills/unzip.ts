import { posix } from 'node:path'
import { mapInSlices } from '../../lib/time-slices.ts'
import { type Bytes, bytesInMemory } from '../../lib/zip/bytes.ts'
import { readContent } from '../../lib/zip/content.ts'
import { findDirectory, isLink, readEntries, type ZipEntry } from '../../lib/zip/directory.ts'
import { isScript } from './files.ts'

/** What an archive holds, or why it cannot be read. */
export type Unzipped =
  | { ok: true; entries: { path: string; content: Uint8Array; isExecutable: boolean }[] }
  | { ok: false; reason: string }

export type UnzipLimits = { files: number; bytes: number }

const maxPathLength = 1024
/** Of the files and folders in an archive, also those that are not read. */
const maxEntries = 65_535

/** Which files of an archive are read, by the paths of all. */
export type ChooseFiles = (paths: readonly string[]) => (path: string) => boolean

const everything: ChooseFiles = () => () => true

/**
 * Reads files of a ZIP archive. Folders are left out; links, encrypted files, two files with one path and more than the
 * limits are refused among those that are read. Inflates outside the main thread, and never more than the archive says
 * and the limits allow.
 */
export async function unzip(
  archive: Buffer,
  limits: UnzipLimits,
  choose: ChooseFiles = everything,
): Promise<Unzipped> {
  const bytes = bytesInMemory(archive)
  const listed = await listEntries(bytes)
  if (typeof listed === 'string') return { ok: false, reason: listed }
  const isChosen = choose(listed.map(({ name }) => name))
  const chosen = await filterInSlices(listed, ({ name }) => isChosen(name))
  const refusal = refusalOf(chosen, limits)
  if (refusal !== undefined) return { ok: false, reason: refusal }
  const entries: Extract<Unzipped, { ok: true }>['entries'] = []
  try {
    for (const entry of chosen) {
      const { name: path, mode } = entry
      const content = await readContent(bytes, entry)
      if (content === undefined) return { ok: false, reason: `has a damaged file ${path}` }
      const isExecutable = mode === undefined ? isScript(content) : (mode & 0o111) !== 0
      entries.push({ path, content, isExecutable })
    }
  } catch {
    return { ok: false, reason: 'is damaged' }
  }
  return { ok: true, entries }
}

/** All files, or why they cannot be read. */
async function listEntries(bytes: Bytes): Promise<ZipEntry[] | string> {
  try {
    const directory = await findDirectory(bytes)
    if (directory === undefined) return 'is not a ZIP archive'
    if (directory.entries > maxEntries) return `has more than ${maxEntries} files`
    const entries = await readEntries(bytes, directory, (name) => name.toString('utf8'))
    return entries.filter(({ name }) => !name.endsWith('/'))
  } catch {
    return 'is damaged'
  }
}

async function filterInSlices(
  entries: readonly ZipEntry[],
  isChosen: (entry: ZipEntry) => boolean,
): Promise<ZipEntry[]> {
  const chosen = await mapInSlices(entries, (entry) => (isChosen(entry) ? [entry] : []))
  return chosen.flat()
}

function refusalOf(entries: readonly ZipEntry[], limits: UnzipLimits): string | undefined {
  if (entries.length > limits.files) return `has more than ${limits.files} files`
  const paths = new Set<string>()
  let bytes = 0
  for (const entry of entries) {
    const { name: path, size, isEncrypted } = entry
    if (path.length > maxPathLength) return `has a path with more than ${maxPathLength} characters`
    if (isEncrypted) return `has an encrypted file ${path}`
    if (isLink(entry)) return `has a link ${path}`
    bytes += size
    if (bytes > limits.bytes) return 'is too large'
    const normal = posix.normalize(path)
    if (paths.has(normal)) return `has the file ${normal} twice`
    paths.add(normal)
  }
  return undefined
}
