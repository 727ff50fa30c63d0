import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { deflated } from '../../lib/zip/format.ts'
import { directoryEntry, endOfDirectory, localHeader } from '../../lib/zip/records.ts'

const deflate = promisify(deflateRaw)

/** A file of a ZIP archive. */
export type ZipEntry = { path: string; content: Uint8Array; mode: number }

/** A ZIP archive, the same for the same files. */
export async function zipFiles(entries: readonly ZipEntry[]): Promise<Buffer> {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { path, content, mode } of entries) {
    const packed = await deflate(content)
    const file = {
      name: Buffer.from(path),
      size: content.length,
      crc: crc32(content),
      method: deflated,
      packedSize: packed.length,
      mode,
    }
    const header = localHeader(file)
    local.push(header, packed)
    central.push(directoryEntry(file, offset))
    offset += header.length + packed.length
  }
  const directory = Buffer.concat(central)
  const end = endOfDirectory({ entries: entries.length, size: directory.length, offset })
  return Buffer.concat([...local, directory, end])
}
