import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip archive; the optional fields make archives that no honest program writes. */
export type ZipInput = {
  name: string | Buffer
  content?: string | Uint8Array
  isStored?: boolean
  isEncrypted?: boolean
  isLink?: boolean
  isUtf8?: boolean
  method?: number
  /** What the directory says of the size and the checksum. */
  statedSize?: number
  statedSum?: number
}

/** A zip archive as programs write it: local headers with the data, then the directory. */
export function writeZip(entries: readonly ZipInput[], comment = ''): Buffer {
  const parts: Buffer[] = []
  const headers: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, header } = writeEntry(entry, offset)
    parts.push(local)
    headers.push(header)
    offset += local.length
  }
  const directory = Buffer.concat(headers)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, directory, end, Buffer.from(comment)])
}

/** An archive of texts by their path. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return writeZip(Object.entries(files).map(([name, content]) => ({ name, content })))
}

function writeEntry(entry: ZipInput, offset: number): { local: Buffer; header: Buffer } {
  const { content = '', isStored = false, isUtf8 = true } = entry
  const data = Buffer.from(content)
  const compressed = isStored ? data : deflateRawSync(data)
  const name = Buffer.from(entry.name)
  const flags = (entry.isEncrypted === true ? 1 : 0) | (isUtf8 ? 0x800 : 0)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(entry.method ?? (isStored ? 0 : 8), 4)
  fields.writeUInt32LE(entry.statedSum ?? crc32(data), 10)
  fields.writeUInt32LE(compressed.length, 14)
  fields.writeUInt32LE(entry.statedSize ?? data.length, 18)
  fields.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([signature(0x04034b50), fields, name, compressed])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(entry.isLink === true ? 0o120777 * 0x10000 : 0, 6)
  rest.writeUInt32LE(offset, 10)
  const unix = Buffer.from([20, 3])
  const header = Buffer.concat([signature(0x02014b50), unix, fields, rest, name])
  return { local, header }
}

function signature(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}
