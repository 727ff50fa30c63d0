import { type DragTarget, isOrderedDragTarget } from '@headless-tree/core'
import type { ParentId, TreePage } from './children.ts'

/** The root of the tree has no page; its id is none of a page. */
export const rootId = 'top'

/** The group of pages that are shared with the person; it is no page either. */
export const sharedId = 'shared'

/** Whether an item of the tree is a page. */
export function isPage(itemId: string): boolean {
  return itemId !== sharedId && itemId !== rootId && !isMore(itemId)
}

/** Stands at the end of a list of which more can be loaded. */
const morePrefix = 'more:'

export function moreId(parentId: ParentId): string {
  return `${morePrefix}${parentId ?? rootId}`
}

export function isMore(itemId: string): boolean {
  return itemId.startsWith(morePrefix)
}

export function toParentId(itemId: string): ParentId {
  const id = isMore(itemId) ? itemId.slice(morePrefix.length) : itemId
  return id === rootId ? null : id
}

export type Drop = {
  parentId: ParentId
  /** Among the pages there without the dragged one; `end` where it is dropped onto a page. */
  index: number | 'end'
}

export function readDrop(target: DragTarget<TreePage>): Drop {
  const parentId = toParentId(target.item.getId())
  return { parentId, index: isOrderedDragTarget(target) ? indexOf(target) : 'end' }
}

function indexOf(target: DragTarget<TreePage>): number {
  return 'insertionIndex' in target ? Math.max(0, target.insertionIndex) : 0
}
