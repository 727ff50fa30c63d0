import type { pages } from '../../../store/index.ts'
import { createNames } from './names.ts'

/** A page in an export: its file, from the root, and its place among its neighbours, from 1. */
export type PlacedPage = { row: pages.PageRow; path: string; order: number }

export type Layout = {
  /** Parents before their children. */
  placed: PlacedPage[]
  /** Pages that hang on nothing. */
  unreachable: pages.PageRow[]
}

/** The folder of the files of all pages, at the root. */
export const filesFolder = 'files'

const maxNameBytes = 120
const maxPathBytes = 900
const minNameBytes = 12

/** Gives every page its file: `name/index.md` for one with pages under it, else `name.md`. */
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

/** Names get shorter as folders get deeper: whole paths are limited too. */
function nameLength(folder: string): number {
  const left = maxPathBytes - Buffer.byteLength(folder)
  return Math.max(minNameBytes, Math.min(maxNameBytes, left))
}
