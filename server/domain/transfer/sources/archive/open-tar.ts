import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import { type Bytes, bytesOf } from '../../../../lib/zip/bytes.ts'
import { archiveLimits, type ArchiveLimits } from './limits.ts'
import { isOutside, pathOf } from './names.ts'
import type { ArchiveFiles } from './open-archive.ts'

type TarLimits = Omit<ArchiveLimits, 'ratio' | 'nestedBytes'>
type Entry = { start: number; size: number }
type Header = { name: string; size: number; type: string }

const blockBytes = 512
/** Of a header that states a long name. */
const maxExtensionBytes = 64 * 1024

/**
 * Opens a tar archive that is not compressed: its headers are read and checked, its files are read on demand. Throws
 * VALIDATION_FAILED.
 */
export async function openTar(
  bytesOrFile: Uint8Array | string,
  limits: TarLimits = archiveLimits,
): Promise<ArchiveFiles> {
  const bytes = await bytesOf(bytesOrFile)
  const { entries, links } = await readEntries(bytes, limits)
  const find = (path: string): Entry => {
    const entry = entries.get(path)
    if (entry !== undefined) return entry
    throw new AppError('VALIDATION_FAILED', `${path} is not in the archive.`)
  }
  const files = links === 1 ? '1 file' : `${links.toLocaleString('en')} files`
  return {
    paths: () => [...entries.keys()],
    size: (path) => find(path).size,
    read: async (path) => {
      const { start, size } = find(path)
      return bytes.read(start, size)
    },
    warnings: links === 0 ? [] : [`${files} skipped: links to other files.`],
  }
}

async function readEntries(
  bytes: Bytes,
  limits: TarLimits,
): Promise<{ entries: Map<string, Entry>; links: number }> {
  const entries = new Map<string, Entry>()
  const slice = startTimeSlice()
  let extension: Partial<Header> = {}
  let [links, count, total] = [0, 0, 0]
  for (let at = 0; ;) {
    if (slice.isOver()) await slice.pause()
    // An archive ends with two empty blocks.
    if (at + 2 * blockBytes > bytes.size) throw damaged()
    const header = readHeader(await bytes.read(at, blockBytes))
    if (header === undefined) break
    const start = at + blockBytes
    const { name, size, type } = { ...header, ...extension }
    at = start + Math.ceil(size / blockBytes) * blockBytes
    if (start + size > bytes.size) throw damaged()
    count += 1
    if (count > limits.entries) throw tooManyFiles(limits)
    if (type === 'x' || type === 'g' || type === 'L') {
      if (size > maxExtensionBytes) throw damaged()
      if (type !== 'g') extension = readExtension(type, await bytes.read(start, size))
      continue
    }
    extension = {}
    const path = pathOf(name)?.normalize('NFC')
    if (isOutside(name)) {
      const message = 'The archive has a file with a path outside of it. It was not opened.'
      throw new AppError('VALIDATION_FAILED', message)
    }
    if (type === '1' || type === '2') links += 1
    if ((type !== '0' && type !== '\0') || path === undefined || entries.has(path)) continue
    total += size
    checkLimits(limits, { path, size, total })
    entries.set(path, { start, size })
  }
  if (count === 0) throw damaged()
  return { entries, links }
}

/** Undefined for the empty block at the end. */
function readHeader(block: Buffer): Header | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  const stated = octal(block, 148, 8)
  const sum = block.reduce((all, byte, index) => all + (index >= 148 && index < 156 ? 32 : byte), 0)
  if (stated !== sum) throw damaged()
  const isUstar = block.toString('latin1', 257, 262) === 'ustar'
  const prefix = isUstar && block[262] === 0 ? textAt(block, 345, 155) : ''
  const name = textAt(block, 0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: sizeOf(block),
    type: String.fromCharCode(block[156] ?? 0),
  }
}

/** Sizes over 8 GiB have another form, which no archive within the limits needs. */
function sizeOf(block: Buffer): number {
  const size = octal(block, 124, 12)
  if (size === undefined) throw damaged()
  return size
}

function octal(block: Buffer, start: number, length: number): number | undefined {
  const digits = textAt(block, start, length).trim()
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}

function textAt(block: Buffer, start: number, length: number): string {
  const end = block.indexOf(0, start)
  return block.toString('utf8', start, end < 0 ? start + length : Math.min(end, start + length))
}

/** The long name of the next file, as POSIX or GNU states it. */
function readExtension(type: string, content: Buffer): Partial<Header> {
  if (type === 'L') return { name: textAt(content, 0, content.length) }
  const found: Partial<Header> = {}
  for (let at = 0; at < content.length;) {
    const length = Number.parseInt(content.toString('latin1', at, at + 10), 10)
    if (!(length > 0)) throw damaged()
    const record = content.toString('utf8', at, at + length)
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(record) ?? []
    if (key === 'path') found.name = value
    if (key === 'size') {
      if (!/^\d{1,15}$/.test(value)) throw damaged()
      found.size = Number(value)
    }
    at += length
  }
  return found
}

function checkLimits(
  limits: TarLimits,
  { path, size, total }: { path: string; size: number; total: number },
): void {
  if (path.length > limits.pathLength) {
    const message = `A path in the archive has more than ${limits.pathLength} characters. Shorten it.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  if (size > limits.fileBytes || total > limits.totalBytes) {
    const what = size > limits.fileBytes ? `${path} is` : 'The files of the archive are'
    const message = `${what} too large to import. Split the export, or remove large files from it.`
    throw new AppError('VALIDATION_FAILED', message)
  }
}

function tooManyFiles({ entries }: TarLimits): AppError {
  const message = `The archive has more than ${entries.toLocaleString('en')} files. Split it.`
  return new AppError('VALIDATION_FAILED', message)
}

function damaged(): AppError {
  const message = 'The archive is damaged or incomplete, or is no tar archive. Export it again.'
  return new AppError('VALIDATION_FAILED', message)
}
