import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { AppError } from '../../../lib/errors.ts'
import { sortInSlices } from '../../../lib/lists/sort-in-slices.ts'
import { stored } from '../../../lib/zip/format.ts'
import { directoryEntry, endOfDirectory, localHeader } from '../../../lib/zip/records.ts'
import { archiveLimits } from '../sources/archive/limits.ts'
import type { ExportSize } from './report.ts'

/** A larger file is read twice instead, for its checksum and for its bytes. */
const smallBytes = 1024 * 1024
/** Exports keep no permissions. */
const mode = 0o644

/** Throws NOT_SUPPORTED for more files or bytes than an import takes. */
export function requireFits({ files, bytes }: ExportSize): void {
  if (files <= archiveLimits.entries && bytes <= archiveLimits.totalBytes) return
  throw new AppError(
    'NOT_SUPPORTED',
    'An archive can have up to 200,000 files and 20 GiB. Export parts, or ask the operator for `quire export`.',
  )
}

/** The paths of the files of a folder, in order. */
export async function pathsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return sortInSlices(paths, (a, b) => (a < b ? -1 : 1))
}

/** The bytes of a ZIP archive of files in a folder, without compression. */
export async function* zipFolder(
  folder: string,
  paths: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const path of paths) {
    const at = join(folder, path)
    const { size } = await stat(at)
    const content = size > smallBytes ? undefined : await readFile(at)
    const crc = content === undefined ? await checksum(at) : crc32(content)
    const file = { name: Buffer.from(path), size, crc, method: stored, packedSize: size, mode }
    const header = localHeader(file)
    yield header
    if (content === undefined) {
      for await (const part of createReadStream(at)) yield Buffer.from(part)
    } else if (size > 0) yield content
    directory.push(directoryEntry(file, offset))
    offset += header.length + size
  }
  const central = Buffer.concat(directory)
  yield central
  yield endOfDirectory({ entries: directory.length, size: central.length, offset })
}

async function checksum(path: string): Promise<number> {
  let crc = 0
  for await (const part of createReadStream(path)) crc = crc32(Buffer.from(part), crc)
  return crc
}
