import { accessSync, constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from './errors.ts'
import { newId } from './ids.ts'

const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])
const noRight = new Set(['EROFS', 'EACCES', 'EPERM'])
const noHandle = new Set(['EMFILE', 'ENFILE'])
const noFolder = new Set(['ENOENT', 'ENOTDIR'])

/** Whether the file system has no such file. */
export function isNoEntry(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** Also true for root, which no permissions stop, when the disk is read-only. */
export function isReadOnly(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return false
  } catch {
    return true
  }
}

export function readOnlyDisk(folder: string, cause: unknown): AppError {
  return new AppError(
    'STORAGE_READ_ONLY',
    `The server cannot write to ${folder}; nothing was changed. Make the folder, or the disk it is on, writable again.`,
    { cause },
  )
}

/** A fault of the file system as the error a caller sees; any other error is given back as it is. */
export function diskError(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof AppError) return error
  if (noSpace.has(code)) {
    return new AppError(
      'STORAGE_FULL',
      'The server could not write the file to its disk; nothing was changed. Free some space and try again.',
      { cause: error },
    )
  }
  if (noRight.has(code)) return readOnlyDisk(folder, error)
  if (noHandle.has(code)) {
    return new AppError('BUSY', 'The server has too many files open. Try again shortly.', {
      cause: error,
      retryAfter: 1,
    })
  }
  if (noFolder.has(code)) {
    return new AppError('STORE_UNUSABLE', removed(folder), { cause: error })
  }
  return error
}

export function removed(path: string): string {
  return `${path} was removed or replaced while the server ran. The server stops, because what it wrote from now on would be lost. Put the data folder back as it was, then start the server again.`
}

const probeSize = 16 * 1024

/** Writes a little and removes it again; throws what stops it. */
export async function probe(folder: string): Promise<void> {
  const path = join(folder, `probe-${newId()}`)
  try {
    const handle = await open(path, 'wx')
    try {
      await handle.writeFile(Buffer.alloc(probeSize, 1))
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw diskError(error, folder)
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** Flushes a file or folder. A new name survives a power failure only after its folder is flushed. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
