import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How long a browser that loaded an earlier build may still ask for its parts. */
const grace = 30 * 86_400_000
const page = 'index.html'
const worker = 'service-worker.js'

/**
 * Puts a build in the place of the one before, under a server that serves it: first what the new page loads,
 * whose names change with their content, then the page itself, in one step. What only earlier builds had stays
 * for a while, for browsers that have their page open.
 */
export async function publish(fresh: string, dist: string, now = Date.now()): Promise<void> {
  const names = await filesIn(fresh)
  await mkdir(dist, { recursive: true })
  const isWorker = (name: string) => name.startsWith(worker)
  const parts = names.filter((each) => each !== page && !isWorker(each))
  // The worker names all parts.
  for (const name of [...parts, ...names.filter(isWorker)]) await move(fresh, dist, name)
  await move(fresh, dist, page)
  const current = new Set(names)
  for (const name of await filesIn(dist)) {
    if (current.has(name)) continue
    const { mtimeMs } = await stat(join(dist, name))
    if (now - mtimeMs > grace) await rm(join(dist, name), { force: true })
  }
  await rm(fresh, { recursive: true, force: true })
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

async function move(from: string, to: string, name: string): Promise<void> {
  await mkdir(dirname(join(to, name)), { recursive: true })
  await rename(join(from, name), join(to, name))
}
