import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { readMark } from './commit-mark.ts'

/** An empty file is what SQLite makes of a name that it was only asked to open. */
export function isMissing(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
}

/** Throws where a new store would hide that the old one is gone: beside its files, or what was noted of it. */
export function rejectLeftovers(dataFolder: string, file: string): void {
  const remains = [
    ...(holdsFiles(join(dataFolder, 'files')) ? ['the files of a store'] : []),
    ...((readMark(file) ?? 0) > 0 ? ['a note of its last commit'] : []),
  ]
  // What another process made meanwhile is a store like any other.
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
