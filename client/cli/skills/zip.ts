/** A file of a ZIP archive. */
export type ZipEntry = { path: string; bytes: Uint8Array; isExecutable: boolean }

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
/** 2.0, created on Unix, whose permissions the attributes have. */
const version = 20
const createdOn = (3 << 8) | version
const isUtf8 = 1 << 11
/** 1 January 1980. */
const date = (1 << 5) | 1
const modes = { plain: 0o100644, executable: 0o100755 }

/** A ZIP archive that stores its files without compression: the format of uploads of skills. */
export function zip(entries: readonly ZipEntry[]): Blob {
  const local: Uint8Array<ArrayBuffer>[] = []
  const central: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, bytes, isExecutable } of entries) {
    const name = new TextEncoder().encode(path)
    const common = fields(
      [2, version],
      [2, isUtf8],
      [2, 0],
      [2, 0],
      [2, date],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    )
    const mode = isExecutable ? modes.executable : modes.plain
    local.push(fields([4, localSignature]), common, name, new Uint8Array(bytes))
    central.push(
      fields([4, centralSignature], [2, createdOn]),
      common,
      fields([2, 0], [2, 0], [2, 0], [4, mode * 0x10000], [4, offset]),
      name,
    )
    offset += 30 + name.length + bytes.length
  }
  const size = central.reduce((sum, { length }) => sum + length, 0)
  const count = entries.length
  const end = fields(
    [4, endSignature],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  )
  return new Blob([...local, ...central, end], { type: 'application/zip' })
}

/** Numbers in little-endian order, each with its size in bytes. */
function fields(
  ...numbers: readonly (readonly [size: 2 | 4, value: number])[]
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of numbers) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

const polynomial = 0xedb88320
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 1) === 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value >>> 0
})

/** Node 20 has none of its own in all of its releases. */
function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
