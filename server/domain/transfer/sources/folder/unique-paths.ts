import { posix } from 'node:path'

/** A path of its own for what becomes of each file: `a.html` and `a.htm` are two pages, and no file is replaced. */
export function uniquePaths(
  paths: readonly string[],
  pathOf: (path: string) => string,
): Map<string, string> {
  const taken = new Set(paths.filter((path) => pathOf(path) === path))
  const byPath = new Map<string, string>()
  for (const path of paths) {
    const wanted = pathOf(path)
    let unique = wanted
    if (wanted !== path) {
      const ending = posix.extname(wanted)
      const stem = wanted.slice(0, wanted.length - ending.length)
      for (let number = 2; taken.has(unique); number += 1) unique = `${stem} ${number}${ending}`
      taken.add(unique)
    }
    byPath.set(path, unique)
  }
  return byPath
}
