import { statSync } from 'node:fs'
import { join } from 'node:path'
import { diskError, failedDisk, findFault, isReadOnly, readOnlyDisk } from '../../lib/disk.ts'
import { AppError } from '../../lib/errors.ts'

/** Primary result codes, https://sqlite.org/rescode.html */
const codes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}

export function isBusy(error: unknown): boolean {
  const code = resultCode(error)
  return code === codes.busy || code === codes.locked
}

/** Extended codes of a failed flush: of a file, and of its folder. */
const flushFaults = new Set([1034, 1290])

/** SQLite reports EIO of a read as damage, too. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error)
  return code === codes.corrupt || code === codes.notADatabase
}

/** Extended codes of a failed read: nothing was written, so the disk is neither full nor over its quota. */
const readFaults = new Set([266, 522])

/** The disk rejected a flush: earlier writes may be present after a crash. */
export function isFlushFault(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && flushFaults.has(Number(error.errcode))
}

/**
 * Converts an error of SQLite to the error for callers; other errors are returned unchanged. `folder` is the folder
 * of the store, if known.
 */
export function storeError(error: unknown, folder?: string): unknown {
  if (error instanceof AppError) return error
  const code = resultCode(error)
  const mayBeReadOnly =
    code === codes.ioError || code === codes.readOnly || code === codes.cannotOpen
  if (mayBeReadOnly && folder !== undefined && isReadOnly(folder))
    return readOnlyDisk(folder, error)
  switch (code) {
    case codes.ioError:
      return ioError(error, folder)
    case codes.full:
      return new AppError(
        'STORAGE_FULL',
        'The server could not write to its disk; nothing was changed. Free some space and try again.',
        { cause: error },
      )
    case codes.busy:
    case codes.locked:
      return new AppError('BUSY', 'The store is busy. Try again shortly.', { cause: error })
    case codes.corrupt:
    case codes.notADatabase:
      return new AppError(
        'STORE_UNUSABLE',
        'The store file is damaged, or the disk fails to read it. See the kernel log of the server. If it names no error of the disk, stop the server, keep a copy of the data folder and restore a backup.',
        { cause: error },
      )
    case codes.cannotOpen:
      return (
        faultIn(folder, error) ??
        new AppError('STORE_UNUSABLE', 'The store file cannot be opened.', { cause: error })
      )
    case codes.readOnly:
      return new AppError('STORE_UNUSABLE', 'The store cannot be written: it is read-only.', {
        cause: error,
      })
    default:
      return error
  }
}

/** SQLite has one code for a disk that fails, a full quota, and the maximum size of a file. */
function ioError(error: unknown, folder: string | undefined): AppError {
  const isRead =
    error instanceof Error && 'errcode' in error && readFaults.has(Number(error.errcode))
  const fault = isRead ? undefined : faultIn(folder, error)
  return fault ?? failedDisk(error)
}

/** The error of the system behind an error of SQLite, if a write shows it too. */
function faultIn(folder: string | undefined, cause: unknown): AppError | undefined {
  if (folder === undefined) return undefined
  const fault = diskError(findFault(folder, endOf(folder)), folder)
  if (!(fault instanceof AppError)) return undefined
  const { code, message, retryAfter } = fault
  return new AppError(code, message, { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

/** The end of the largest file, where a limit on its size shows. */
function endOf(folder: string): number {
  const sizes = ['quire.db', 'quire.db-wal'].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return Math.max(...sizes)
}
