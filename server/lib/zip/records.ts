import {
  centralSignature,
  endSignature,
  endSize,
  localSignature,
  locatorSignature,
  locatorSize,
  longEndSignature,
  longEndSize,
  longField,
  maxLong,
  maxShort,
  unix,
} from './format.ts'

/** 2.0: folders and deflate. */
const versionNeeded = 20
/** Of the records for more than 65,535 files or 4 GiB. */
const longVersion = 45
const createdOnUnix = unix << 8
const isUtf8 = 1 << 11
const regularFile = 0o100000
/** 1 January 1980: an archive of the same files always has the same bytes. */
const date = (1 << 5) | 1

/** What the records of an archive say of a file. */
export type ZipRecord = {
  name: Buffer
  size: number
  crc: number
  /** How it is packed, and into how many bytes. */
  method: number
  packedSize: number
  /** Its permissions. */
  mode: number
}

export function localHeader(file: ZipRecord): Buffer {
  return Buffer.concat([number(localSignature), fieldsOf(file), file.name])
}

/** What both headers of a file have. */
function fieldsOf({ name, size, crc, method, packedSize }: ZipRecord): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(versionNeeded, 0)
  fields.writeUInt16LE(isUtf8, 2)
  fields.writeUInt16LE(method, 4)
  fields.writeUInt16LE(date, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(packedSize, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

/** The entry of a file in the directory of the archive, whose header is at `offset`. */
export function directoryEntry(file: ZipRecord, offset: number): Buffer {
  // An offset that does not fit into its field is in one of its own.
  const extra = offset < maxLong ? Buffer.alloc(0) : Buffer.alloc(12)
  if (extra.length > 0) {
    extra.writeUInt16LE(longField, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  const start = Buffer.alloc(2)
  start.writeUInt16LE(createdOnUnix | versionNeeded)
  const fields = fieldsOf(file)
  fields.writeUInt16LE(extra.length, 24)
  const attributes = Buffer.alloc(14)
  attributes.writeUInt32LE(((regularFile | file.mode) << 16) >>> 0, 6)
  attributes.writeUInt32LE(Math.min(offset, maxLong), 10)
  return Buffer.concat([number(centralSignature), start, fields, attributes, file.name, extra])
}

type Directory = { entries: number; size: number; offset: number }

/** Values that do not fit into the end record are in a second one before it. */
export function endOfDirectory({ entries, size, offset }: Directory): Buffer {
  const end = Buffer.alloc(endSize)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(Math.min(entries, maxShort), 8)
  end.writeUInt16LE(Math.min(entries, maxShort), 10)
  end.writeUInt32LE(Math.min(size, maxLong), 12)
  end.writeUInt32LE(Math.min(offset, maxLong), 16)
  if (entries < maxShort && size < maxLong && offset < maxLong) return end
  const long = Buffer.alloc(longEndSize)
  long.writeUInt32LE(longEndSignature, 0)
  long.writeBigUInt64LE(BigInt(long.length - 12), 4)
  long.writeUInt16LE(createdOnUnix | longVersion, 12)
  long.writeUInt16LE(longVersion, 14)
  for (const at of [24, 32]) long.writeBigUInt64LE(BigInt(entries), at)
  long.writeBigUInt64LE(BigInt(size), 40)
  long.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(locatorSize)
  locator.writeUInt32LE(locatorSignature, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([long, locator, end])
}

function number(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
