// An `import` would also load what these modules export and nothing uses at the start, such as streams of files.
const { readFileSync, statSync } = process.getBuiltinModule('node:fs')
const { fileURLToPath } = process.getBuiltinModule('node:url')

const project = new URL('../../', import.meta.url)

const projectFolder = fileURLToPath(project)

/** Where `build.ts` puts the bundled server. */
export const bundleFolder = new URL('node_modules/.cache/server/', project)
export const manifestFile = 'manifest.json'

/** `entry` is a file in the bundle's folder, `sources` are the stamps of what it was made from by path. */
export type BundleManifest = { entry: string; sources: Record<string, string> }

/** Changes with the file. */
export function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(projectFolder + path)
  return `${size} ${mtimeMs}`
}

/** The address of the bundled server, or undefined if it is missing or a source has changed since. */
export function findBundle(folder: URL = bundleFolder): string | undefined {
  try {
    const text = readFileSync(new URL(manifestFile, folder), 'utf8')
    // SAFETY: build.ts wrote it.
    const { entry, sources } = JSON.parse(text) as BundleManifest
    for (const [path, stamp] of Object.entries(sources)) {
      if (stampOf(path) !== stamp) return undefined
    }
    return new URL(entry, folder).href
  } catch {
    return undefined
  }
}
