import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { flush, isNoEntry } from '../../../../lib/disk.ts'
import type { Archives } from './archives.ts'

/** Archives are written beside the others, and get their name when they are on the disk. */
export function archivesInFolder(root: string): Archives {
  return {
    names: (folder) =>
      readdir(join(root, folder)).catch((error: unknown) => {
        if (isNoEntry(error)) return []
        throw error
      }),
    begin: async (name, file) => {
      const folder = join(root, name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${file}.part`)
      return {
        path,
        publish: async () => {
          await flush(path)
          await rename(path, join(folder, file))
          await flush(folder)
        },
        discard: () => rm(path, { force: true }),
      }
    },
    remove: (folder, name) => rm(join(root, folder, name), { force: true }),
  }
}
