import { AppError } from '../errors.ts'
import { startTimeSlice } from '../time-slices.ts'
import type { Bytes } from './bytes.ts'
import {
  centralHeaderSize,
  centralSignature,
  endSignature,
  endSize,
  locatorSignature,
  locatorSize,
  longEndSignature,
  longEndSize,
  longField,
  maxLong,
  maxShort,
  unix,
} from './format.ts'

/** One entry of the central directory of a zip archive. */
export type ZipEntry = {
  name: string
  method: number
  crc: number
  compressed: number
  size: number
  offset: number
  isEncrypted: boolean
  /** Permissions and type. Undefined in an archive of a system without them. */
  mode: number | undefined
}

/** Where the list of entries is. `isPart` is true for an archive in several files. */
export type Directory = { entries: number; size: number; offset: number; isPart: boolean }

/** Reads the name of an entry with its flags and extra fields. */
export type NameReader = (name: Buffer, flags: number, extra: ReadonlyMap<number, Buffer>) => string

const symbolicLink = 0o120000
const fileTypes = 0o170000

export function isLink({ mode = 0 }: ZipEntry): boolean {
  return (mode & fileTypes) === symbolicLink
}

export function brokenArchive(): AppError {
  return new AppError(
    'VALIDATION_FAILED',
    'The archive is damaged or incomplete. Export or download it again.',
  )
}

/** Undefined for anything but a zip archive. Throws VALIDATION_FAILED for a damaged one. */
export async function findDirectory(bytes: Bytes): Promise<Directory | undefined> {
  const length = Math.min(bytes.size, endSize + maxShort)
  const start = bytes.size - length
  const tail = await bytes.read(start, length)
  const at = findEnd(tail)
  if (at === undefined) return undefined
  const long = await findLongDirectory(bytes, start + at)
  return {
    entries: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
    ...long,
    isPart: tail.readUInt16LE(at + 4) !== 0,
  }
}

/** The end record is the one whose comment ends the archive. Without such a one, other bytes follow the last. */
function findEnd(tail: Buffer): number | undefined {
  let last: number | undefined
  for (let at = tail.length - endSize; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue
    if (at + endSize + tail.readUInt16LE(at + 20) === tail.length) return at
    last ??= at
  }
  return last
}

type LongDirectory = Pick<Directory, 'entries' | 'size' | 'offset'>

/** Archives with more than 65,535 files or 4 GiB have a second end record. */
async function findLongDirectory(bytes: Bytes, end: number): Promise<LongDirectory | undefined> {
  if (end < locatorSize) return undefined
  const locator = await bytes.read(end - locatorSize, locatorSize)
  if (locator.readUInt32LE(0) !== locatorSignature) return undefined
  const record = await bytes.read(Number(locator.readBigUInt64LE(8)), longEndSize)
  if (record.length < longEndSize || record.readUInt32LE(0) !== longEndSignature) {
    throw brokenArchive()
  }
  const [entries = 0, size = 0, offset = 0] = [32, 40, 48].map((at) =>
    Number(record.readBigUInt64LE(at)),
  )
  return { entries, size, offset }
}

/** The list of entries. Throws VALIDATION_FAILED for a damaged archive. */
export async function readEntries(
  bytes: Bytes,
  directory: Directory,
  nameOf: NameReader,
): Promise<ZipEntry[]> {
  if (directory.offset + directory.size > bytes.size) throw brokenArchive()
  const buffer = await bytes.read(directory.offset, directory.size)
  if (buffer.length < directory.size) throw brokenArchive()
  const slice = startTimeSlice()
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < directory.entries;) {
    if (at + centralHeaderSize > buffer.length || buffer.readUInt32LE(at) !== centralSignature) {
      throw brokenArchive()
    }
    const { entry, length } = readHeader(buffer, at, nameOf)
    entries.push(entry)
    at += length
    if (slice.isOver()) await slice.pause()
  }
  return entries
}

function readHeader(
  buffer: Buffer,
  at: number,
  nameOf: NameReader,
): { entry: ZipEntry; length: number } {
  const flags = buffer.readUInt16LE(at + 8)
  const nameLength = buffer.readUInt16LE(at + 28)
  const extraLength = buffer.readUInt16LE(at + 30)
  const nameStart = at + centralHeaderSize
  const length = centralHeaderSize + nameLength + extraLength + buffer.readUInt16LE(at + 32)
  if (at + length > buffer.length) throw brokenArchive()
  const name = buffer.subarray(nameStart, nameStart + nameLength)
  const extra = extraFields(
    buffer.subarray(nameStart + nameLength, nameStart + nameLength + extraLength),
  )
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
    mode: buffer.readUInt8(at + 5) === unix ? buffer.readUInt32LE(at + 38) >>> 16 : undefined,
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
    if (value !== maxLong) return value
    if (field === undefined || at + 8 > field.length) throw brokenArchive()
    at += 8
    return Number(field.readBigUInt64LE(at - 8))
  })
}
