import type { pages } from '../../../store/index.ts'
import { createNames } from './names.ts'

/** A page of an export: the path of its file from the root, and its position among its siblings, from 1. */
export type PlacedPage = { row: pages.PageRow; path: string; order: number }

export type Layout = {
  /** Parents come before their children. */
  placed: PlacedPage[]
  /** Pages outside the page tree. */
  unreachable: pages.PageRow[]
}

/** The folder for the files of all pages, at the root. */
export const filesFolder = 'files'

const maxNameBytes = 120
const maxPathBytes = 900
const minNameBytes = 12

/** Assigns each page a file: `name/index.md` if it has children, otherwise `name.md`. */
export function layOut(workspaceId: string, rows: readonly pages.PageRow[]): Layout {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const placed: PlacedPage[] = []
  const open: { parentId: string; folder: string }[] = [{ parentId: workspaceId, folder: '' }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { parentId, folder } = next
    const children = byParent.get(parentId) ?? []
    byParent.delete(parentId)
    const name = createNames(folder === '' ? [filesFolder] : [])
    const maxBytes = nameLength(folder)
    for (const [index, row] of children.entries()) {
      const file = name(row.title, '.md', maxBytes)
      const path = folder + file.slice(0, -3)
      const isParent = byParent.has(row.id)
      placed.push({ row, path: isParent ? `${path}/index.md` : `${path}.md`, order: index + 1 })
      if (isParent) open.push({ parentId: row.id, folder: `${path}/` })
    }
  }
  return { placed, unreachable: [...byParent.values()].flat() }
}

/** Deeper folders get shorter names, because operating systems limit the length of paths. */
function nameLength(folder: string): number {
  const left = maxPathBytes - Buffer.byteLength(folder)
  return Math.max(minNameBytes, Math.min(maxNameBytes, left))
}
