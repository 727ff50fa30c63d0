import { AppError } from '../../../../lib/errors.ts'
import type { Bytes } from '../../../../lib/zip/bytes.ts'
import {
  brokenArchive,
  findDirectory,
  readEntries,
  type ZipEntry,
} from '../../../../lib/zip/directory.ts'
import { nameOf } from './names.ts'

/** Reads the list of entries. Throws VALIDATION_FAILED for anything but a complete zip archive of one part. */
export async function readDirectory(bytes: Bytes, maxEntries: number): Promise<ZipEntry[]> {
  const directory = await findDirectory(bytes)
  if (directory === undefined) throw await notAnArchive(bytes)
  if (directory.isPart) {
    const message = 'The archive is one part of several. Export it as a single file.'
    throw new AppError('VALIDATION_FAILED', message)
  }
  if (directory.entries > maxEntries) {
    const message = `The archive has more than ${maxEntries.toLocaleString('en')} files. Split it.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  return readEntries(bytes, directory, nameOf)
}

/** The end of an archive is missing, or it is something else. */
async function notAnArchive(bytes: Bytes): Promise<AppError> {
  const head = await bytes.read(0, 4)
  if (head.subarray(0, 2).toString('latin1') === 'PK') return brokenArchive()
  return new AppError('VALIDATION_FAILED', 'The file is not a zip archive. Choose a zip file.')
}
