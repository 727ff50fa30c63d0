import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { constants as system } from 'node:os'
import { dirname, join } from 'node:path'
import { AppError } from './errors.ts'
import { newId } from './ids.ts'

const errnos = system.errno
const noSpace = new Set(['ENOSPC', 'EFBIG'])
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

/** The name of an error of the system. libuv has none for a used up quota. */
export function systemCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('errno' in error && error.errno === -errnos.EDQUOT) return 'EDQUOT'
  return 'code' in error ? String(error.code) : ''
}

/** A fault of the file system as the error a caller sees; any other error is given back as it is. */
export function diskError(error: unknown, folder: string): unknown {
  if (error instanceof AppError) return error
  const code = systemCode(error)
  if (noRight.has(code)) return readOnlyDisk(folder, error)
  if (noFolder.has(code)) return new AppError('STORE_UNUSABLE', removed(folder), { cause: error })
  return faultOfDisk(error) ?? error
}

/** A full, failing or overloaded disk as the error a caller sees, whatever was done with it. */
export function faultOfDisk(error: unknown): AppError | undefined {
  const code = systemCode(error)
  if (code === 'EIO') return failedDisk(error)
  if (noSpace.has(code)) {
    return new AppError(
      'STORAGE_FULL',
      'The server could not write to its disk; nothing was changed. Free some space and try again.',
      { cause: error },
    )
  }
  if (code === 'EDQUOT') {
    return new AppError(
      'STORAGE_FULL',
      'The server has used up its disk quota; nothing was changed. Free some space and try again, or raise the quota.',
      { cause: error },
    )
  }
  if (noHandle.has(code)) {
    return new AppError('BUSY', 'The server has too many files open. Try again shortly.', {
      cause: error,
      retryAfter: 1,
    })
  }
  return undefined
}

export function failedDisk(cause: unknown): AppError {
  return new AppError(
    'STORAGE_FAILED',
    'The disk of the server reports errors; nothing was changed. See the kernel log of the server, and replace the disk if they repeat.',
    { cause },
  )
}

export function removed(path: string): string {
  return `${path} was removed or replaced while the server ran. The server stops, because what it wrote from now on would be lost. Put the data folder back as it was, then start the server again.`
}

const probeSize = 16 * 1024
const probePrefix = 'probe-'

/** Writes a little and removes it again; throws what stops it. */
export async function probe(folder: string): Promise<void> {
  const path = join(folder, `${probePrefix}${newId()}`)
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

/**
 * Tells why the disk failed a write at this offset, for a library that does not: gives the error of the system, or
 * undefined if the same write works now. Leaves no file.
 */
export function findFault(folder: string, offset: number): unknown {
  const path = join(folder, `${probePrefix}${newId()}`)
  try {
    const handle = openSync(path, 'wx')
    try {
      writeSync(handle, Buffer.alloc(probeSize, 1), 0, probeSize, offset)
    } finally {
      closeSync(handle)
    }
    return undefined
  } catch (error) {
    return error
  } finally {
    try {
      rmSync(path, { force: true })
    } catch {
      // The disk fails here too.
    }
  }
}

/** Removes the probes of processes that were killed. Another process that writes one now does not notice. */
export function removeProbes(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(probePrefix)) continue
    try {
      rmSync(join(folder, name), { force: true })
    } catch {
      // The next start tries again.
    }
  }
}

/**
 * Creates a folder with its parents; false if it exists. The recursive mkdir of Node gives the error ENOENT for a
 * full quota and for a disk that fails.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<boolean> {
  try {
    await mkdir(path, mode)
    return true
  } catch (error) {
    if (isNoEntry(error) && dirname(path) !== path) {
      await makeFolder(dirname(path), mode)
      await mkdir(path, mode).catch(ignoreExisting)
      return true
    }
    ignoreExisting(error)
    return false
  }
}

function ignoreExisting(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
  throw error
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

/** Like `flush`. */
export function flushSync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
