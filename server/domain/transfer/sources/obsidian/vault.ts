import { posix } from 'node:path'
import { isMarkdown } from '../../import/scan.ts'

/** Finds the files that the links of a vault mean, by path, name or alias. */
export type Vault = {
  /** The path of a file, or undefined. `from` is the note with the link. */
  find: (from: string, target: string) => string | undefined
  /** The path of the file at a path from the root, or undefined. */
  at: (path: string) => string | undefined
  addAlias: (alias: string, path: string) => void
}

export function openVault(paths: readonly string[]): Vault {
  const byPath = new Map<string, string>()
  const byName = new Map<string, string[]>()
  const aliases = new Map<string, string>()
  for (const path of paths) {
    for (const key of keysOf(path)) {
      byPath.set(key, path)
      const name = posix.basename(key)
      const named = byName.get(name) ?? []
      named.push(path)
      byName.set(name, named)
    }
  }
  const known = new Map<string, Named>()
  const named = (key: string): Named => {
    const found = known.get(key) ?? readNamed(byName.get(posix.basename(key)) ?? [], key)
    known.set(key, found)
    return found
  }
  return {
    at: (path) => byPath.get(folded(path)),
    addAlias: (alias, path) => {
      const key = folded(alias)
      if (!aliases.has(key)) aliases.set(key, path)
    },
    find: (from, target) => {
      const key = folded(target.replace(/^\/+/, ''))
      const relative = folded(posix.join(posix.dirname(from), target))
      const at = byPath.get(key) ?? byPath.get(relative)
      if (at !== undefined) return at
      const { byFolder, shortest } = named(key)
      return byFolder.get(posix.dirname(from)) ?? shortest ?? aliases.get(key)
    },
  }
}

/** Files whose paths end with the same target: by their folder, and the one with the shortest path. */
type Named = { byFolder: ReadonlyMap<string, string>; shortest: string | undefined }

function readNamed(paths: readonly string[], key: string): Named {
  const byFolder = new Map<string, string>()
  let shortest: string | undefined
  for (const path of paths) {
    if (!keysOf(path).some((one) => one === key || one.endsWith(`/${key}`))) continue
    const folder = posix.dirname(path)
    if (!byFolder.has(folder)) byFolder.set(folder, path)
    if (shortest === undefined || path.length < shortest.length) shortest = path
  }
  return { byFolder, shortest }
}

/** A note is found with and without its extension. */
function keysOf(path: string): string[] {
  const key = folded(path)
  return isMarkdown(path) ? [key, key.slice(0, -posix.extname(key).length)] : [key]
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
