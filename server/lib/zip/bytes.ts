import { open, stat } from 'node:fs/promises'
import { AppError } from '../errors.ts'

/** Bytes that are read in parts: of a file, or in memory. */
export type Bytes = { size: number; read: (start: number, length: number) => Promise<Buffer> }

/** Read at once: the files of an archive are mostly read one after another. */
const windowBytes = 256 * 1024

/** A file is opened for each window that is read, so that nothing stays open. Throws VALIDATION_FAILED. */
export async function bytesOf(given: Uint8Array | string): Promise<Bytes> {
  if (typeof given !== 'string') return bytesInMemory(given)
  const found = await stat(given).catch(() => undefined)
  if (found?.isFile() !== true) {
    throw new AppError('VALIDATION_FAILED', `${given} is not a file. Choose an existing archive.`)
  }
  return { size: found.size, read: windowOf(given) }
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

/** Small reads share the last window. */
function windowOf(path: string): Bytes['read'] {
  let window: { start: number; bytes: Promise<Buffer> } | undefined
  return async (start, length) => {
    if (length > windowBytes) return readFrom(path, start, length)
    const isWithin =
      window !== undefined && start >= window.start && start + length <= window.start + windowBytes
    if (window === undefined || !isWithin) {
      window = { start, bytes: readFrom(path, start, windowBytes) }
    }
    const { start: from, bytes } = window
    try {
      const read = await bytes
      // A part of the window would keep all of it in memory.
      return Buffer.from(read.subarray(start - from, start - from + length))
    } catch (error) {
      if (window?.bytes === bytes) window = undefined
      throw error
    }
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
