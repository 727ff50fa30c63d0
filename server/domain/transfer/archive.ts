import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pack } from 'tar-stream'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'

/** Adds a file to an archive. A tar entry starts with its size, so `content` must have exactly that many bytes. */
export async function addEntry(
  archive: Pack,
  name: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): Promise<void> {
  const mtime = new Date(clock.now())
  await pipeline(Readable.from(content), archive.entry({ name, size, mode: 0o600, mtime }))
}

/** Throws ALREADY_EXISTS, and VALIDATION_FAILED without a folder to write to. */
export async function requireFree(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found !== undefined) {
    throw new AppError('ALREADY_EXISTS', `${path} already exists. Choose a new file.`)
  }
  const folder = await stat(dirname(path)).catch(() => undefined)
  if (folder?.isDirectory() === true) return
  throw new AppError(
    'VALIDATION_FAILED',
    `The folder ${dirname(path)} does not exist. Create it first.`,
  )
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new AppError('INTERNAL', String(error))
}
