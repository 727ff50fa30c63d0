import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { AppError } from '../../../lib/errors.ts'
import { sortInSlices } from '../../../lib/lists/sort-in-slices.ts'
import { type ArchiveLimits, archiveLimits } from '../sources/archive/limits.ts'
import { directoryEntry, endOfDirectory, localHeader } from './zip-records.ts'

type ZippedFile = { path: string; size: number }

/** The files of a folder that fit into a ZIP archive which an import takes, in order. Throws NOT_SUPPORTED. */
export async function listForZip(
  folder: string,
  { entries, totalBytes }: Pick<ArchiveLimits, 'entries' | 'totalBytes'> = archiveLimits,
): Promise<ZippedFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: ZippedFile[] = []
  let bytes = 0
  for (const entry of found.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const { size } = await stat(path)
    bytes += size
    files.push({ path: path.slice(folder.length + 1), size })
  }
  if (files.length <= entries && bytes <= totalBytes) {
    return sortInSlices(files, (a, b) => (a.path < b.path ? -1 : 1))
  }
  throw new AppError(
    'NOT_SUPPORTED',
    'The export is larger than an archive can be. Export parts, or ask the operator for `quire export`.',
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
    const file = { name: Buffer.from(path), size, crc: await checksum(join(folder, path)) }
    const header = localHeader(file)
    yield header
    for await (const part of createReadStream(join(folder, path))) yield Buffer.from(part)
    directory.push(directoryEntry(file, offset))
    offset += header.length + size
  }
  const central = Buffer.concat(directory)
  yield central
  yield endOfDirectory({ entries: files.length, size: central.length, offset })
}

async function checksum(path: string): Promise<number> {
  let crc = 0
  for await (const part of createReadStream(path)) crc = crc32(Buffer.from(part), crc)
  return crc
}
