import { chmodSync, statSync } from 'node:fs'
import { join } from 'node:path'

const everybody = 0o007
const groupAndEverybody = 0o077
/** A folder that its group may write to, or whose group its files take over, was shared on purpose. */
const shared = 0o2020

const forEverybody = 0o002

/** What an older version left readable for others; the folder itself only when it holds a store. */
const ownEntries = ['quire.db', 'quire.db-wal', 'quire.db-shm', 'secret.key', 'files', 'uploads']

/**
 * From here on this process makes files and folders for their owner alone, whatever its umask, and takes away
 * what others may do with the data folder. A folder that is shared with a group stays so.
 */
export function keepFilesPrivate(dataFolder: string): void {
  const mode = modeOf(dataFolder) ?? 0
  const isShared = (mode & shared) !== 0
  // Such as /tmp, which belongs to more than Quire.
  const isCommon = (mode & forEverybody) !== 0
  const denied = isShared ? everybody : groupAndEverybody
  process.umask(process.umask() | denied)
  const holdsStore = modeOf(join(dataFolder, 'quire.db')) !== undefined
  for (const name of holdsStore && !isCommon ? ['.', ...ownEntries] : ownEntries) {
    const path = join(dataFolder, name)
    const found = modeOf(path) ?? 0
    if ((found & denied) !== 0) tighten(path, found & ~denied)
  }
}

function modeOf(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? undefined : found.mode & 0o7777
}

/** Only the owner may: to anybody else, and on a disk that knows no rights, it stays as it is. */
function tighten(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch {
    // Nothing depends on it.
  }
}
