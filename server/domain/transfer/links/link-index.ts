import { posix } from 'node:path'
import { isMarkdown } from '../import/scan.ts'
import type { NamedTarget } from './read-url.ts'

/** Finds the pages and files of a folder that links name. */
export type LinkIndex = {
  /** Adds the path of a page, of its folder, or of a file. */
  add: (path: string) => void
  /** Adds a title or alias, which wikilinks can name. */
  addName: (name: string, path: string) => void
  /** The path that the URL on the page written in `source` leads to. */
  find: (source: string, target: NamedTarget) => string | undefined
  /** The path of the page or file at a path, also with other letters, or without the ending of a page. */
  at: (path: string) => string | undefined
  /** The path of the page or file with a name, seen from the page written in `source`. */
  named: (source: string, name: string) => string | undefined
}

/** The paths of pages and files that a link to a path can mean. */
function variants(path: string): string[] {
  const page = path.replace(/\.html?$/i, '')
  const pages = [page, `${page}.md`, `${page}.markdown`]
  return page === path ? pages : [path, ...pages]
}

/** `folder` is the name of the root itself, which a link from the root of a site can begin with. */
export function createLinkIndex(paths: Iterable<string> = [], folder = ''): LinkIndex {
  const exact = new Set<string>()
  /** By folded path; null where several files differ only in case. */
  const byPath = new Map<string, string | null>()
  /** Notes also without their ending. */
  const byKey = new Map<string, string>()
  const byName = new Map<string, string[]>()
  const names = new Map<string, string>()
  const nearest = new Map<string, Named>()

  const add = (path: string): void => {
    if (exact.has(path)) return
    exact.add(path)
    nearest.clear()
    byPath.set(folded(path), byPath.has(folded(path)) ? null : path)
    for (const key of keysOf(path)) {
      if (!byKey.has(key) || key === folded(path)) byKey.set(key, path)
      const name = posix.basename(key)
      const named = byName.get(name)
      if (named === undefined) byName.set(name, [path])
      else named.push(path)
    }
  }
  const at = (...paths: readonly string[]): string | undefined => {
    const inside = paths.filter((path) => folder !== '' && path.startsWith(`${folder}/`))
    const below = inside.map((path) => path.slice(folder.length + 1))
    const candidates = [...paths, ...below].flatMap(variants)
    const found = candidates.find((path) => exact.has(path))
    if (found !== undefined) return found
    const alike = candidates.map((path) => byPath.get(folded(path)))
    return alike.find((path) => typeof path === 'string') ?? undefined
  }
  const named = (source: string, name: string): string | undefined => {
    const key = folded(name.replace(/^\/+/, ''))
    const relative = folded(posix.join(posix.dirname(source), name))
    const own = byKey.get(key) ?? byKey.get(relative)
    if (own !== undefined) return own
    const found = nearest.get(key) ?? readNamed(byName.get(posix.basename(key)) ?? [], key)
    nearest.set(key, found)
    return found.byFolder.get(posix.dirname(source)) ?? found.shortest ?? names.get(key)
  }
  for (const path of paths) add(path)
  return {
    add,
    at: (path) => at(path),
    named,
    addName: (name, path) => {
      const key = folded(name)
      if (!names.has(key)) names.set(key, path)
    },
    find: (source, { paths, name }) => {
      if (name === undefined) return at(...paths)
      return paths.flatMap(variants).find((path) => exact.has(path)) ?? named(source, name)
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
