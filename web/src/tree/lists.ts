import type { Children, ParentId, TreePage } from './children.ts'

/** The loaded lists of a workspace's tree by the page above; the top is null. */
export type Lists = ReadonlyMap<ParentId, Children>

export type Move = {
  pageId: string
  from: ParentId
  to: ParentId
  /** The place among the pages there, the moved one not counted. */
  index: number
}

/** The lists that a move changes; those which are not loaded stay so. */
export function move(lists: Lists, { pageId, from, to, index }: Move): Lists {
  const page = lists.get(from)?.pages.find(({ id }) => id === pageId)
  if (page === undefined) return new Map()
  const changed = new Map<ParentId, Children>()
  const put = (parentId: ParentId, change: (pages: TreePage[]) => TreePage[]) => {
    const list = changed.get(parentId) ?? lists.get(parentId)
    if (list !== undefined) changed.set(parentId, { ...list, pages: change(list.pages) })
  }
  put(from, (pages) => pages.filter(({ id }) => id !== pageId))
  put(to, (pages) => pages.toSpliced(index, 0, page))
  if (from !== to) {
    for (const [parentId, delta] of [
      [from, -1],
      [to, 1],
    ] as const) {
      for (const [listId, list] of new Map([...lists, ...changed])) {
        if (list.pages.some(({ id }) => id === parentId)) put(listId, count(parentId, delta))
      }
    }
  }
  return changed
}

/** The list in which a page is, with the page changed. */
export function change(lists: Lists, pageId: string, fields: Partial<TreePage>): Lists {
  return mapHolder(lists, pageId, (pages) =>
    pages.map((page) => (page.id === pageId ? { ...page, ...fields } : page)),
  )
}

export function remove(lists: Lists, pageId: string): Lists {
  const changed = new Map(
    mapHolder(lists, pageId, (pages) => pages.filter(({ id }) => id !== pageId)),
  )
  const parentId = parentOf(lists, pageId)
  if (parentId === null || parentId === undefined) return changed
  for (const [listId, list] of mapHolder(
    new Map([...lists, ...changed]),
    parentId,
    count(parentId, -1),
  )) {
    changed.set(listId, list)
  }
  return changed
}

/** Undefined where the page is in no list that is loaded. */
export function parentOf(lists: Lists, pageId: string): ParentId | undefined {
  for (const [parentId, { pages }] of lists) {
    if (pages.some(({ id }) => id === pageId)) return parentId
  }
  return undefined
}

function mapHolder(lists: Lists, pageId: string, change: (pages: TreePage[]) => TreePage[]): Lists {
  const parentId = parentOf(lists, pageId)
  const list = parentId === undefined ? undefined : lists.get(parentId)
  if (parentId === undefined || list === undefined) return new Map()
  return new Map([[parentId, { ...list, pages: change(list.pages) }]])
}

const count = (pageId: ParentId, delta: number) => (pages: TreePage[]) =>
  pages.map((page) =>
    page.id === pageId ? { ...page, children: Math.max(0, page.children + delta) } : page,
  )
