import { posix } from 'node:path'
import type { PageNode } from './tree.ts'

export type Joining = {
  /** Whether a file is the text of a page, or the table of a database. */
  isPage: (path: string) => boolean
  isTable: (path: string) => boolean
  /** The name that a file and the folder with its child pages share. */
  nameOf: (segment: string) => string
}

/**
 * The pages of an export that puts the children of `Page.md` into a folder `Page`. A folder without such a file is a page
 * without text. Folders without pages are none.
 */
export function joinFolders(paths: readonly string[], joining: Joining): PageNode[] {
  const { isPage, isTable, nameOf } = joining
  const roots: PageNode[] = []
  const byKey = new Map<string, PageNode>()
  const keyOf = (folder: string, name: string): string => `${folder}\0${nameOf(name)}`
  const childrenIn = (folder: string): PageNode[] => {
    if (folder === '.') return roots
    const parent = posix.dirname(folder)
    const name = posix.basename(folder)
    const key = keyOf(parent, name)
    const known = byKey.get(`${parent}\0${name}`) ?? byKey.get(key)
    const node = known ?? add(parent, name, {})
    node.folder ??= folder
    byKey.set(`${parent}\0${name}`, node)
    return node.children
  }
  const add = (folder: string, name: string, files: Partial<PageNode>): PageNode => {
    const empty = { source: undefined, table: undefined, folder: undefined, children: [] }
    const node: PageNode = { title: nameOf(name), ...empty, ...files }
    byKey.set(`${folder}\0${name}`, node)
    if (!byKey.has(keyOf(folder, name))) byKey.set(keyOf(folder, name), node)
    childrenIn(folder).push(node)
    return node
  }
  // Files come before what is in folders of their name.
  const depth = (path: string): number => path.split('/').length
  for (const path of paths.toSorted((a, b) => depth(a) - depth(b))) {
    const name = posix.basename(path, posix.extname(path))
    const folder = posix.dirname(path)
    if (isPage(path)) add(folder, name, { source: path })
    if (!isTable(path)) continue
    const stem = name.replace(/_all$/, '')
    const known = byKey.get(`${folder}\0${stem}`)
    if (known === undefined) add(folder, stem, { table: path })
    // The file with all rows, instead of those of one view.
    else if (known.table === undefined || stem !== name) known.table = path
  }
  return roots
}
