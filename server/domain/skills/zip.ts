import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)

/** A file of a ZIP archive. */
export type ZipEntry = { path: string; content: Uint8Array; mode: number }

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
/** 2.0: folders and deflate. */
const versionNeeded = 20
/** Created on Unix, whose permissions the attributes have. */
const createdOn = (3 << 8) | versionNeeded
const isUtf8 = 1 << 11
const deflated = 8
const regularFile = 0o100000
/** 1 January 1980: an archive of the same files always has the same bytes. */
const date = (1 << 5) | 1

/** A ZIP archive, the same for the same files. Their sizes must fit into 32 bits. */
export async function zipFiles(entries: readonly ZipEntry[]): Promise<Buffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { path, content, mode } of entries) {
    const name = Buffer.from(path)
    const packed = await deflate(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(versionNeeded, 0)
    common.writeUInt16LE(isUtf8, 2)
    common.writeUInt16LE(deflated, 4)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    local.push(numbers(localSignature), common, name, packed)
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(((regularFile | mode) << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    const start = Buffer.alloc(2)
    start.writeUInt16LE(createdOn)
    central.push(numbers(centralSignature), start, common, attributes, name)
    offset += 30 + name.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, numbers(endSignature), end])
}

function numbers(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
