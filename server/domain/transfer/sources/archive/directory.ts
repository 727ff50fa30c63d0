import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import type { Bytes } from './bytes.ts'
import { nameOf } from './names.ts'

/** One entry of the central directory of a zip archive. */
export type ZipEntry = {
  name: string
  method: number
  crc: number
  compressed: number
  size: number
  offset: number
  isEncrypted: boolean
  isLink: boolean
}

const endSignature = 0x06054b50
const endSize = 22
const maxComment = 0xffff
const locatorSignature = 0x07064b50
const locatorSize = 20
const longEndSignature = 0x06064b50
const longEndSize = 56
const headerSignature = 0x02014b50
const headerSize = 46
const absent = 0xffffffff
const longField = 0x0001
const linkType = 0o12
const unixHost = 3

type Directory = { entries: number; size: number; offset: number }

export function brokenArchive(): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'The archive is damaged or incomplete. Export or download it again.',
  )
}

/** Reads the list of entries. Throws VALIDATION_FAILED for anything but a complete zip archive of one part. */
export async function readDirectory(bytes: Bytes, maxEntries: number): Promise<ZipEntry[]> {
  const directory = await findDirectory(bytes)
  if (directory.entries > maxEntries) {
    const message = `The archive has more than ${maxEntries.toLocaleString('en')} files. Split it.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  if (directory.offset + directory.size > bytes.size) throw brokenArchive()
  const buffer = await bytes.read(directory.offset, directory.size)
  if (buffer.length < directory.size) throw brokenArchive()
  const slice = startTimeSlice()
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < directory.entries;) {
    if (at + headerSize > buffer.length || buffer.readUInt32LE(at) !== headerSignature) {
      throw brokenArchive()
    }
    const { entry, length } = readHeader(buffer, at)
    entries.push(entry)
    at += length
    if (slice.isOver()) await slice.pause()
  }
  return entries
}

async function findDirectory(bytes: Bytes): Promise<Directory> {
  const length = Math.min(bytes.size, endSize + maxComment)
  const start = bytes.size - length
  const tail = await bytes.read(start, length)
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    if (at + endSize + tail.readUInt16LE(at + 20) !== tail.length) continue
    if (tail.readUInt16LE(at + 4) !== 0) {
      const message = 'The archive is one part of several. Export it as a single file.'
      throw new AppError('VALIDATION_FAILED', message)
    }
    const long = await findLongDirectory(bytes, start + at)
    const [entries, size, offset] = [at + 10, at + 12, at + 16]
    return (
      long ?? {
        entries: tail.readUInt16LE(entries),
        size: tail.readUInt32LE(size),
        offset: tail.readUInt32LE(offset),
      }
    )
  }
  const head = await bytes.read(0, 4)
  if (head.subarray(0, 2).toString('latin1') === 'PK') throw brokenArchive()
  throw new AppError('VALIDATION_FAILED', 'The file is not a zip archive. Choose a zip file.')
}

/** Archives with more than 65,535 files or 4 GiB have a second end record. */
async function findLongDirectory(bytes: Bytes, end: number): Promise<Directory | undefined> {
  if (end < locatorSize) return undefined
  const locator = await bytes.read(end - locatorSize, locatorSize)
  if (locator.readUInt32LE(0) !== locatorSignature) return undefined
  const record = await bytes.read(Number(locator.readBigUInt64LE(8)), longEndSize)
  if (record.length < longEndSize || record.readUInt32LE(0) !== longEndSignature) {
    throw brokenArchive()
  }
  const [entries, size, offset] = [32, 40, 48].map((at) => Number(record.readBigUInt64LE(at)))
  return { entries: entries ?? 0, size: size ?? 0, offset: offset ?? 0 }
}

function readHeader(buffer: Buffer, at: number): { entry: ZipEntry; length: number } {
  const flags = buffer.readUInt16LE(at + 8)
  const nameLength = buffer.readUInt16LE(at + 28)
  const extraLength = buffer.readUInt16LE(at + 30)
  const nameStart = at + headerSize
  const length = headerSize + nameLength + extraLength + buffer.readUInt16LE(at + 32)
  if (at + length > buffer.length) throw brokenArchive()
  const name = buffer.subarray(nameStart, nameStart + nameLength)
  const extra = extraFields(
    buffer.subarray(nameStart + nameLength, nameStart + nameLength + extraLength),
  )
  const host = buffer.readUInt8(at + 5)
  const mode = buffer.readUInt32LE(at + 38) >>> 16
  const [size = 0, compressed = 0, offset = 0] = longValues(extra.get(longField), [
    buffer.readUInt32LE(at + 24),
    buffer.readUInt32LE(at + 20),
    buffer.readUInt32LE(at + 42),
  ])
  const entry = {
    name: nameOf(name, flags, extra),
    method: buffer.readUInt16LE(at + 10),
    crc: buffer.readUInt32LE(at + 16),
    compressed,
    size,
    offset,
    isEncrypted: (flags & 1) !== 0,
    isLink: host === unixHost && mode >>> 12 === linkType,
  }
  return { entry, length }
}

function extraFields(extra: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= extra.length;) {
    const length = extra.readUInt16LE(at + 2)
    fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

/** Values that do not fit into four bytes are in a field of their own, in order. */
function longValues(field: Buffer | undefined, values: readonly number[]): number[] {
  let at = 0
  return values.map((value) => {
    if (value !== absent) return value
    if (field === undefined || at + 8 > field.length) throw brokenArchive()
    at += 8
    return Number(field.readBigUInt64LE(at - 8))
  })
}
