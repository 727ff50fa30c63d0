import { client } from '../lib/client.ts'
import type { ParentId } from './children.ts'
import type { Drop } from './drop.ts'
import { type Lists, parentOf } from './lists.ts'

/** Where a dropped page comes to stand: behind `previous`, or first where that is null. */
export type DropTarget = { index: number; previous: string | null }

/** The end of a list that is not loaded is asked for. */
export async function resolveDropTarget(
  lists: Lists,
  workspaceId: string,
  pageId: string,
  { parentId, index }: Drop,
): Promise<DropTarget> {
  const list = lists.get(parentId)
  const others = list?.pages.filter(({ id }) => id !== pageId) ?? []
  if (index !== 'end') {
    const at = Math.min(index, others.length)
    return { index: at, previous: others[at - 1]?.id ?? null }
  }
  if (list !== undefined && list.nextOffset === null) {
    return { index: others.length, previous: others.at(-1)?.id ?? null }
  }
  return { index: others.length, previous: await lastChild(lists, workspaceId, parentId, pageId) }
}

async function lastChild(
  lists: Lists,
  workspaceId: string,
  parentId: ParentId,
  pageId: string,
): Promise<string | null> {
  const grandparent = parentId === null ? undefined : parentOf(lists, parentId)
  const parent =
    grandparent === undefined
      ? undefined
      : lists.get(grandparent)?.pages.find(({ id }) => id === parentId)
  const children = parent?.children ?? 0
  if (children === 0) return null
  // Two, as the last one may be the page that is dropped.
  const { pages } = await client.pages.list({
    workspaceId,
    parentId,
    depth: 1,
    limit: 2,
    offset: Math.max(0, children - 2),
  })
  return pages.findLast(({ id }) => id !== pageId)?.id ?? null
}
