import { mkdir, readdir } from 'node:fs/promises'
import { isNoEntry } from '../../../lib/disk.ts'
import { AppError } from '../../../lib/errors.ts'

/** Throws ALREADY_EXISTS, VALIDATION_FAILED. */
export async function makeEmptyFolder(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: unknown) => {
    if (isNoEntry(error)) return []
    throw new AppError('VALIDATION_FAILED', `Cannot use ${folder}. Choose a new folder.`, {
      cause: error,
    })
  })
  if (found.length > 0) {
    throw new AppError('ALREADY_EXISTS', `${folder} is not empty. Choose an empty or a new folder.`)
  }
  await mkdir(folder, { recursive: true })
}
