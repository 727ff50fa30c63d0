import { open, stat } from 'node:fs/promises'
import { AppError } from '../../../../lib/errors.ts'

/** Bytes that are read in parts: of a file, or in memory. */
export type Bytes = { size: number; read: (start: number, length: number) => Promise<Buffer> }

/** A file is opened for each read, so that nothing stays open. Throws VALIDATION_FAILED. */
export async function bytesOf(given: Uint8Array | string): Promise<Bytes> {
  if (typeof given !== 'string') return bytesInMemory(given)
  const found = await stat(given).catch(() => undefined)
  if (found?.isFile() !== true) {
    throw new AppError('VALIDATION_FAILED', `${given} is not a file. Choose an existing archive.`)
  }
  return { size: found.size, read: (start, length) => readFrom(given, start, length) }
}

export function bytesInMemory(bytes: Uint8Array): Bytes {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read = (start: number, length: number): Buffer => buffer.subarray(start, start + length)
  return { size: buffer.length, read: async (start, length) => read(start, length) }
}

/** A part of other bytes. */
export function bytesWithin(bytes: Bytes, offset: number, size: number): Bytes {
  return {
    size,
    read: (start, length) =>
      bytes.read(offset + start, Math.max(0, Math.min(length, size - start))),
  }
}

/** Shorter than asked for at the end of the file. */
async function readFrom(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  } finally {
    await file.close()
  }
}
