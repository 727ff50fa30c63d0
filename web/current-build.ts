import { glob, stat } from 'node:fs/promises'

const sources = ['web/{src,public,vendor}/**/*.*', 'web/*.*', 'content/**/*.ts', 'client/*.ts']
const exclude = ['**/*.test.*']

/** Throws when a test would see a web app from before a change of its sources. */
export async function requireCurrentBuild(): Promise<void> {
  if (await isBuildCurrent()) return
  throw new Error('The web app was built before its sources last changed. Run npm run build.')
}

/** False also when there is no build. */
export async function isBuildCurrent(): Promise<boolean> {
  const built = await stat('web/dist/index.html').catch(() => undefined)
  if (built === undefined) return false
  for await (const path of glob(sources, { exclude })) {
    if ((await stat(path)).mtimeMs > built.mtimeMs) return false
  }
  return true
}
