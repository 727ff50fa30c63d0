import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The files of a folder by their path, without those whose names start with a dot. */
export async function readTree(root: string): Promise<Record<string, string>> {
  const files: [string, string][] = []
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    if (path.split('/').some((name) => name.startsWith('.'))) continue
    files.push([path, await readFile(join(root, path), 'utf8')])
  }
  return Object.fromEntries(files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The texts of all files that a synchronization moved away. */
export async function readRemoved(root: string): Promise<string[]> {
  const removed = join(root, '.quire/removed')
  const entries = await readdir(removed, { withFileTypes: true, recursive: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
}

/** Changes of a folder as another program makes them. */
export function editorOf(root: string) {
  return {
    write: async (path: string, content: string | Uint8Array) => {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    },
    read: (path: string) => readFile(join(root, path), 'utf8'),
    move: async (from: string, to: string) => {
      await mkdir(dirname(join(root, to)), { recursive: true })
      await rename(join(root, from), join(root, to))
    },
    remove: (path: string) => rm(join(root, path), { recursive: true }),
  }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
