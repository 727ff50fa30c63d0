import { posix } from 'node:path'
import { createNames, endingOf, type Names } from '../../export/names.ts'
import type { Output } from './output.ts'
import { folderOfPage, type PageNode, walk } from './tree.ts'

/** Copies files to the folder of the page that their own folder belongs to. Adds their paths to `byPath`. */
export function copyFiles(
  output: Output,
  paths: readonly string[],
  pages: { roots: readonly PageNode[]; locations: ReadonlyMap<PageNode, string> },
  byPath: Map<string, string>,
): void {
  const folders = new Map<string, string>([['.', '']])
  for (const node of walk(pages.roots)) {
    const path = pages.locations.get(node)
    if (path === undefined) continue
    for (const folder of foldersOf(node)) {
      if (!folders.has(folder)) folders.set(folder, folderOfPage(path))
    }
  }
  const names = new Map<string, Names>()
  for (const path of paths) {
    const folder = locationOf(folders, posix.dirname(path))
    const unique = names.get(folder) ?? createNames()
    names.set(folder, unique)
    const name = posix.basename(path)
    const ending = endingOf(name)
    const stem = name.slice(0, name.length - ending.length)
    const target = posix.join(folder, unique(stem, ending, nameBytes))
    byPath.set(path, target)
    output.addFile(target, path)
  }
}

const nameBytes = 120

/** The folder with its pages, or with nothing but files. */
function foldersOf({ folder, source, title }: PageNode): string[] {
  if (folder !== undefined) return [folder]
  if (source === undefined) return []
  const stem = source.slice(0, -posix.extname(source).length)
  return [stem, posix.join(posix.dirname(source), title)]
}

/** The folder of the page, and below it the folders of the source. */
function locationOf(folders: ReadonlyMap<string, string>, folder: string): string {
  const known = folders.get(folder)
  if (known !== undefined) return known
  return posix.join(locationOf(folders, posix.dirname(folder)), posix.basename(folder))
}
