import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { AppError } from '../../../lib/errors.ts'

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const versionNeeded = 20
/** Created on Unix, whose permissions the attributes have. */
const createdOn = (3 << 8) | versionNeeded
const isUtf8 = 1 << 11
const regularFile = 0o100644
/** 1 January 1980: an archive of the same files always has the same bytes. */
const date = (1 << 5) | 1
const maxFiles = 65_535
const maxBytes = 0xff_ff_ff_ff

type ZippedFile = { path: string; size: number }

/** The files of a folder that fit into a ZIP archive, in order. Throws NOT_SUPPORTED. */
export async function listForZip(folder: string): Promise<ZippedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: ZippedFile[] = []
  let bytes = 0
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const { size } = await stat(path)
    bytes += size + 2 * path.length + 100
    files.push({ path: path.slice(folder.length + 1), size })
  }
  if (files.length <= maxFiles && bytes <= maxBytes) {
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }
  throw new AppError(
    'NOT_SUPPORTED',
    'The export is larger than a ZIP archive can be. Export parts, or ask the operator for `quire export`.',
  )
}

/** The bytes of a ZIP archive, without compression. */
export async function* zipFolder(
  folder: string,
  files: readonly ZippedFile[],
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, size } of files) {
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(versionNeeded, 0)
    common.writeUInt16LE(isUtf8, 2)
    common.writeUInt16LE(date, 8)
    common.writeUInt32LE(await checksum(join(folder, path)), 10)
    common.writeUInt32LE(size, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(name.length, 22)
    yield Buffer.concat([number(localSignature), common, name])
    for await (const part of createReadStream(join(folder, path))) yield Buffer.from(part)
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE((regularFile << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    const start = Buffer.alloc(2)
    start.writeUInt16LE(createdOn)
    directory.push(number(centralSignature), start, common, attributes, name)
    offset += 30 + name.length + size
  }
  const central = Buffer.concat(directory)
  yield central
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  yield Buffer.concat([number(endSignature), end])
}

async function checksum(path: string): Promise<number> {
  let crc = 0
  for await (const part of createReadStream(path)) crc = crc32(Buffer.from(part), crc)
  return crc
}

function number(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
