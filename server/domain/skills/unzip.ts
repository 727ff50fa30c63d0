import { posix } from 'node:path'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

/** What an archive holds, or why it cannot be read. */
export type Unzipped =
  | { ok: true; entries: { path: string; content: Uint8Array; isExecutable: boolean }[] }
  | { ok: false; reason: string }

export type UnzipLimits = { files: number; bytes: number }

const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const endLength = 22
const maxCommentLength = 65_535
const symbolicLink = 0o120000
const fileTypes = 0o170000
const maxPathLength = 1024

/**
 * Reads a ZIP archive. Folders are left out; links, encrypted files, two files with one path and larger archives are
 * refused. Inflates outside the main thread, and never more than the archive says and the limits allow.
 */
export async function unzip(archive: Buffer, limits: UnzipLimits): Promise<Unzipped> {
  const end = endOf(archive)
  if (end === undefined) return { ok: false, reason: 'is not a ZIP archive' }
  const count = archive.readUInt16LE(end + 10)
  if (count > limits.files) return { ok: false, reason: `has more than ${limits.files} files` }
  let at = archive.readUInt32LE(end + 16)
  let bytes = 0
  const paths = new Set<string>()
  const entries: Extract<Unzipped, { ok: true }>['entries'] = []
  try {
    for (let number = 0; number < count; number += 1) {
      const entry = readEntry(archive, at)
      if (typeof entry === 'string') return { ok: false, reason: entry }
      at = entry.next
      bytes += entry.size
      if (bytes > limits.bytes) return { ok: false, reason: 'is too large' }
      if (entry.path.endsWith('/')) continue
      const path = posix.normalize(entry.path)
      if (paths.has(path)) return { ok: false, reason: `has the file ${path} twice` }
      paths.add(path)
      const content = await contentOf(archive, entry)
      if (content === undefined) return { ok: false, reason: `has a damaged file ${entry.path}` }
      entries.push({ path: entry.path, content, isExecutable: (entry.mode & 0o111) !== 0 })
    }
  } catch {
    return { ok: false, reason: 'is damaged' }
  }
  return { ok: true, entries }
}

type Entry = {
  path: string
  size: number
  packedSize: number
  method: number
  crc: number
  mode: number
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

function readEntry(archive: Buffer, at: number): Entry | string {
  if (archive.readUInt32LE(at) !== centralSignature) return 'is damaged'
  const flags = archive.readUInt16LE(at + 8)
  const nameLength = archive.readUInt16LE(at + 28)
  const others = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  const path = archive.toString('utf8', at + 46, at + 46 + nameLength)
  const attributes = archive.readUInt32LE(at + 38)
  const mode = attributes >>> 16
  if (path.length > maxPathLength) return `has a path with more than ${maxPathLength} characters`
  if ((flags & 1) !== 0) return `has an encrypted file ${path}`
  if ((mode & fileTypes) === symbolicLink) return `has a link ${path}`
  return {
    path,
    size: archive.readUInt32LE(at + 24),
    packedSize: archive.readUInt32LE(at + 20),
    method: archive.readUInt16LE(at + 10),
    crc: archive.readUInt32LE(at + 16),
    mode,
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
