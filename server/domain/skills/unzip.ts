import { posix } from 'node:path'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { mapInSlices, startTimeSlice } from '../../lib/time-slices.ts'
import { isScript } from './files.ts'

const inflate = promisify(inflateRaw)

/** What an archive holds, or why it cannot be read. */
export type Unzipped =
  | { ok: true; entries: { path: string; content: Uint8Array; isExecutable: boolean }[] }
  | { ok: false; reason: string }

export type UnzipLimits = { files: number; bytes: number }

const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const endLength = 22
/** The system that the archive was made on. */
const unix = 3
const maxCommentLength = 65_535
const symbolicLink = 0o120000
const fileTypes = 0o170000
const maxPathLength = 1024

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
  const listed = await listEntries(archive)
  if (typeof listed === 'string') return { ok: false, reason: listed }
  const isChosen = choose(listed.map(({ path }) => path))
  const chosen = await filterInSlices(listed, ({ path }) => isChosen(path))
  const refusal = refusalOf(chosen, limits)
  if (refusal !== undefined) return { ok: false, reason: refusal }
  const entries: Extract<Unzipped, { ok: true }>['entries'] = []
  try {
    for (const entry of chosen) {
      const { path, mode } = entry
      const content = await contentOf(archive, entry)
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
async function listEntries(archive: Buffer): Promise<Entry[] | string> {
  const end = endOf(archive)
  if (end === undefined) return 'is not a ZIP archive'
  const count = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  const entries: Entry[] = []
  const timeSlice = startTimeSlice()
  try {
    for (let number = 0; number < count; number += 1) {
      const entry = readEntry(archive, at)
      if (entry === undefined) return 'is damaged'
      at = entry.next
      if (!entry.path.endsWith('/')) entries.push(entry)
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  } catch {
    return 'is damaged'
  }
  return entries
}

async function filterInSlices(
  entries: readonly Entry[],
  isChosen: (entry: Entry) => boolean,
): Promise<Entry[]> {
  const chosen = await mapInSlices(entries, (entry) => (isChosen(entry) ? [entry] : []))
  return chosen.flat()
}

function refusalOf(entries: readonly Entry[], limits: UnzipLimits): string | undefined {
  if (entries.length > limits.files) return `has more than ${limits.files} files`
  const paths = new Set<string>()
  let bytes = 0
  for (const { path, size, isEncrypted, mode = 0 } of entries) {
    if (path.length > maxPathLength) return `has a path with more than ${maxPathLength} characters`
    if (isEncrypted) return `has an encrypted file ${path}`
    if ((mode & fileTypes) === symbolicLink) return `has a link ${path}`
    bytes += size
    if (bytes > limits.bytes) return 'is too large'
    const normal = posix.normalize(path)
    if (paths.has(normal)) return `has the file ${normal} twice`
    paths.add(normal)
  }
  return undefined
}

type Entry = {
  path: string
  size: number
  packedSize: number
  method: number
  crc: number
  isEncrypted: boolean
  /** Undefined in an archive of a system without such permissions. */
  mode: number | undefined
  offset: number
  next: number
}

function endOf(archive: Buffer): number | undefined {
  const first = Math.max(0, archive.length - endLength - maxCommentLength)
  for (let at = archive.length - endLength; at >= first; at -= 1) {
    if (archive.readUInt32LE(at) === endSignature) return at
  }
  return undefined
}

function readEntry(archive: Buffer, at: number): Entry | undefined {
  if (archive.readUInt32LE(at) !== centralSignature) return undefined
  const nameLength = archive.readUInt16LE(at + 28)
  const others = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  return {
    path: archive.toString('utf8', at + 46, at + 46 + nameLength),
    size: archive.readUInt32LE(at + 24),
    packedSize: archive.readUInt32LE(at + 20),
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    isEncrypted: (archive.readUInt16LE(at + 8) & 1) !== 0,
    mode: archive.readUInt8(at + 5) === unix ? archive.readUInt32LE(at + 38) >>> 16 : undefined,
    offset: archive.readUInt32LE(at + 42),
    next: at + 46 + nameLength + others,
  }
}

async function contentOf(archive: Buffer, entry: Entry): Promise<Buffer | undefined> {
  const { offset, packedSize, size, method, crc } = entry
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
  const packed = archive.subarray(start, start + packedSize)
  if (method !== 0 && method !== 8) return undefined
  const content =
    method === 0 ? packed : await inflate(packed, { maxOutputLength: Math.max(1, size) })
  return content.length === size && crc32(content) === crc ? content : undefined
}
