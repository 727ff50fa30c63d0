import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const sources = ['web/src', 'client', 'content']

/** Throws when the web app was built before its sources last changed: a test would see an earlier app. */
export async function requireCurrentBuild(): Promise<void> {
  const { mtimeMs: builtAt } = await stat(join(root, 'web/dist/index.html'))
  for (const folder of sources) {
    const path = await changedSince(join(root, folder), builtAt)
    if (path !== undefined) {
      throw new Error(`${path} changed after the web app was built. Run npm run build.`)
    }
  }
}

async function changedSince(folder: string, time: number): Promise<string | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs > time) return path
  }
  return undefined
}
