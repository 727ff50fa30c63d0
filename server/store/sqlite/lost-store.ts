import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { readMark } from './commit-mark.ts'

/** SQLite creates an empty file when it only opens a name. */
export function isMissing(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Throws where a new store would hide that an earlier one is missing: next to its files or its commit mark. */
export function rejectLeftovers(dataFolder: string, file: string): void {
  const remains = [
    ...(holdsFiles(join(dataFolder, 'files')) ? ['the files of a store'] : []),
    ...((readMark(file) ?? 0) > 0 ? ['a note of its last commit'] : []),
  ]
  // A store that another process created meanwhile is valid.
  if (remains.length === 0 || !isMissing(file)) return
  throw new AppError(
    'STORE_UNUSABLE',
    `${dataFolder} holds ${remains.join(' and ')}, but ${file} is missing or empty. If it is on a disk that is not mounted, mount it. Otherwise put the file back, or restore a backup with \`quire restore\`. To start anew, name an empty folder with QUIRE_DATA.`,
  )
}

function holdsFiles(folder: string): boolean {
  const list = (path: string) => {
    try {
      return readdirSync(path)
    } catch {
      return []
    }
  }
  return list(folder).some(
    (name) => /^[\da-f]{2}$/.test(name) && list(join(folder, name)).length > 0,
  )
}
