import { open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Flushes the name of a file, and those of the folders on the way from `root`, which may be new. */
export async function flushNames(file: string, root = dirname(file)): Promise<void> {
  let folder = dirname(file)
  await flush(folder)
  while (folder.length > root.length) {
    folder = dirname(folder)
    await flush(folder)
  }
}

/** Flushes a file or folder. */
async function flush(path: string): Promise<void> {
  // Windows flushes no folders, and neither do some file systems.
  const handle = await open(path).catch(() => undefined)
  try {
    await handle?.sync()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') throw error
  } finally {
    await handle?.close()
  }
}
