import { QuireError } from './errors.ts'

/** A file of an archive, by its path with slashes. Browsers do not know whether it is executable. */
export type ZippedFile = { path: string; contents: Blob; isExecutable?: boolean }

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const longEndSignature = 0x06064b50
const locatorSignature = 0x07064b50
const endSignature = 0x06054b50
const versionNeeded = 20
/** Of the records for more than 65,535 files. */
const longVersion = 45
/** Unix, if the attributes have its permissions. */
const createdOn = { unix: (3 << 8) | versionNeeded, unknown: versionNeeded }
const isUtf8 = 1 << 11
/** 1 January 1980. */
const date = (1 << 5) | 1
const modes = { plain: 0o100644, executable: 0o100755 }
const maxShort = 65_535
const maxFiles = 200_000
const maxBytes = 0xff_ff_ff_ff

/**
 * A ZIP archive of files, for an import of pages or skills. It is not compressed, so that files are read part by part when it is sent.
 * Throws FILE_TOO_LARGE for more than 200,000 files or 4 GiB.
 */
export async function zipFiles(files: readonly ZippedFile[]): Promise<Blob> {
  const bytes = files.reduce(
    (sum, { path, contents }) => sum + contents.size + 6 * path.length + 100,
    0,
  )
  if (files.length > maxFiles || bytes > maxBytes) throw tooLarge()
  const local: (Blob | Uint8Array<ArrayBuffer>)[] = []
  const central: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { path, contents, isExecutable } of files) {
    const name = new TextEncoder().encode(path)
    const common = fields([
      [versionNeeded, 2],
      [isUtf8, 2],
      [0, 2],
      [0, 2],
      [date, 2],
      [await checksum(contents), 4],
      [contents.size, 4],
      [contents.size, 4],
      [name.length, 2],
      [0, 2],
    ])
    local.push(joined(fields([[localSignature, 4]]), common, name), contents)
    const attributes: Field[] = [
      [0, 2],
      [0, 2],
      [0, 2],
      [isExecutable === undefined ? 0 : modeOf(isExecutable) * 0x1_00_00, 4],
      [offset, 4],
    ]
    const start: Field[] = [
      [centralSignature, 4],
      [isExecutable === undefined ? createdOn.unknown : createdOn.unix, 2],
    ]
    central.push(joined(fields(start), common, fields(attributes), name))
    offset += 30 + name.length + contents.size
  }
  const size = central.reduce((sum, part) => sum + part.length, 0)
  const end = endOfDirectory(files.length, size, offset)
  return new Blob([...local, ...central, end], { type: 'application/zip' })
}

/** A number of files that does not fit into the end record is in a second one before it. */
export function endOfDirectory(
  files: number,
  size: number,
  offset: number,
): Uint8Array<ArrayBuffer> {
  const count = Math.min(files, maxShort)
  const long: Field[] = [
    [longEndSignature, 4],
    [44, 8],
    [longVersion, 2],
    [longVersion, 2],
    [0, 8],
    [files, 8],
    [files, 8],
    [size, 8],
    [offset, 8],
    [locatorSignature, 4],
    [0, 4],
    [offset + size, 8],
    [1, 4],
  ]
  return fields([
    ...(files < maxShort ? [] : long),
    [endSignature, 4],
    [0, 4],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ])
}

function modeOf(isExecutable: boolean): number {
  return isExecutable ? modes.executable : modes.plain
}

type Field = [value: number, bytes: 2 | 4 | 8]

function fields(values: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [, length]) => sum + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [value, length] of values) {
    if (length === 2) view.setUint16(at, value, true)
    else if (length === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += length
  }
  return bytes
}

/** One part of a blob costs more than its bytes. */
function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) {
    value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return value
})

/** A stream costs more than the bytes of a small file. */
const smallBytes = 256 * 1024

async function checksum(contents: Blob): Promise<number> {
  let crc = 0xff_ff_ff_ff
  if (contents.size <= smallBytes) {
    return finished(extended(crc, new Uint8Array(await contents.arrayBuffer())))
  }
  const reader = contents.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return finished(crc)
    crc = extended(crc, value)
  }
}

function extended(crc: number, bytes: Uint8Array): number {
  let sum = crc
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0)
  return sum
}

function finished(crc: number): number {
  return (crc ^ 0xff_ff_ff_ff) >>> 0
}

function tooLarge(): QuireError {
  const message = 'The files are too many or too large for one archive. Import them in parts.'
  return new QuireError(message, { code: 'FILE_TOO_LARGE', status: 413 })
}
