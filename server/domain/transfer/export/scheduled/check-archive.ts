import { createReadStream } from 'node:fs'
import { crc32 } from 'node:zlib'
import { bytesOf } from '../../../../lib/zip/bytes.ts'
import { dataStart } from '../../../../lib/zip/content.ts'
import { brokenArchive } from '../../../../lib/zip/directory.ts'
import { readDirectory } from '../../sources/archive/directory.ts'
import { archiveLimits } from '../../sources/archive/limits.ts'

const page = /^(?:.*\.(?:md|markdown)|pages\/[^/]+\.html)$/i

/**
 * Reads a ZIP archive that an export wrote, and compares every file in it with its checksum. Returns the number of
 * files, and of those that are pages. Throws VALIDATION_FAILED for a damaged archive.
 */
export async function checkArchive(path: string): Promise<{ files: number; pages: number }> {
  const bytes = await bytesOf(path)
  const entries = await readDirectory(bytes, archiveLimits.entries)
  for (const entry of entries) {
    const { compressed, size, crc } = entry
    // Exports are not compressed.
    if (compressed !== size) throw brokenArchive()
    const start = await dataStart(bytes, entry)
    if (size > 0 && (await checksum(path, start, size)) !== crc) throw brokenArchive()
  }
  return { files: entries.length, pages: entries.filter(({ name }) => page.test(name)).length }
}

async function checksum(path: string, start: number, size: number): Promise<number> {
  let crc = 0
  for await (const part of createReadStream(path, { start, end: start + size - 1 })) {
    crc = crc32(Buffer.from(part), crc)
  }
  return crc
}
