import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { yieldToEventLoop } from '../time-slices.ts'
import type { Bytes } from './bytes.ts'
import { brokenArchive, type ZipEntry } from './directory.ts'
import { deflated, localHeaderSize, localSignature, stored } from './format.ts'

const inflate = promisify(inflateRaw)
/** Checked at a time: about a millisecond. */
const checkedBytes = 4 * 1024 * 1024

/** Where the packed bytes of an entry begin. Throws VALIDATION_FAILED for a damaged archive. */
export async function dataStart(bytes: Bytes, { offset }: ZipEntry): Promise<number> {
  if (offset + localHeaderSize > bytes.size) throw brokenArchive()
  const header = await bytes.read(offset, localHeaderSize)
  if (header.length < localHeaderSize || header.readUInt32LE(0) !== localSignature) {
    throw brokenArchive()
  }
  return offset + localHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28)
}

/**
 * The bytes of a file. Undefined if they differ from what the directory says, or are packed in an unknown way. Throws
 * VALIDATION_FAILED if they cannot be unpacked.
 */
export async function readContent(bytes: Bytes, entry: ZipEntry): Promise<Buffer | undefined> {
  const { method, compressed, size, crc } = entry
  const start = await dataStart(bytes, entry)
  if (method !== stored && method !== deflated) return undefined
  if (start + compressed > bytes.size) return undefined
  const data = await bytes.read(start, compressed)
  if (data.length < compressed) return undefined
  const content = method === stored ? data : await inflated(data, size)
  return content.length === size && (await checksum(content)) === crc ? content : undefined
}

/** Runs on another thread, and stops at the size that the directory states. */
async function inflated(data: Buffer, size: number): Promise<Buffer> {
  try {
    return await inflate(data, { maxOutputLength: Math.max(1, size) })
  } catch {
    throw brokenArchive()
  }
}

async function checksum(content: Buffer): Promise<number> {
  let sum = 0
  for (let start = 0; start < content.length; start += checkedBytes) {
    if (start > 0) await yieldToEventLoop()
    sum = crc32(content.subarray(start, start + checkedBytes), sum)
  }
  return sum
}
