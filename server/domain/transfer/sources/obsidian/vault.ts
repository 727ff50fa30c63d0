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
  return {
    at: (path) => byPath.get(folded(path)),
    addAlias: (alias, path) => {
      const key = folded(alias)
      if (!aliases.has(key)) aliases.set(key, path)
    },
    find: (from, target) => {
      const key = folded(target.replace(/^\/+/, ''))
      const relative = folded(posix.join(posix.dirname(from), target))
      const named = (byName.get(posix.basename(key)) ?? []).filter((path) =>
        keysOf(path).some((one) => one === key || one.endsWith(`/${key}`)),
      )
      return byPath.get(key) ?? byPath.get(relative) ?? nearest(from, named) ?? aliases.get(key)
    },
  }
}

/** A note is found with and without its extension. */
function keysOf(path: string): string[] {
  const key = folded(path)
  return isMarkdown(path) ? [key, key.slice(0, -posix.extname(key).length)] : [key]
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/** Of files with the same name, the one in the same folder, otherwise the one with the shortest path. */
function nearest(from: string, paths: readonly string[]): string | undefined {
  const [first] = paths.toSorted((a, b) => a.length - b.length)
  return paths.find((path) => posix.dirname(path) === posix.dirname(from)) ?? first
}
