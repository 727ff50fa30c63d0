import { posix } from 'node:path'
import { createNames } from '../../export/names.ts'

/** A page of a source, with the files that it consists of. */
export type PageNode = {
  title: string
  /** The file with its text. */
  source: string | undefined
  /** The table of a database. */
  table: string | undefined
  /** The folder with the pages and files below it. */
  folder: string | undefined
  children: PageNode[]
}

const nameBytes = 120

/** Gives each page a path: `name.md`, or `name/index.md` above other pages. */
export function locatePages(
  nodes: readonly PageNode[],
  folder = '',
  locations = new Map<PageNode, string>(),
): Map<PageNode, string> {
  const names = createNames()
  for (const node of nodes) {
    const file = posix.join(folder, names(node.title, '.md', nameBytes))
    const name = folderOfPage(file)
    const isLeaf = node.children.length === 0 && node.table === undefined
    locations.set(node, isLeaf ? file : `${name}/index.md`)
    locatePages(node.children, name, locations)
  }
  return locations
}

/** The folder of a page at this path, for what is below it. */
export function folderOfPage(path: string): string {
  return posix.basename(path) === 'index.md' ? posix.dirname(path) : path.slice(0, -'.md'.length)
}

/** All pages, parents before their children. */
export function* walk(nodes: readonly PageNode[]): Generator<PageNode> {
  for (const node of nodes) {
    yield node
    yield* walk(node.children)
  }
}
