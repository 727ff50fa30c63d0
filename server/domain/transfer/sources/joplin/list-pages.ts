import type { PageNode } from '../folder/tree.ts'
import { idIn, isSet, type Item, itemTypes } from './item.ts'
import type { Items } from './read-items.ts'

/** A page, and the notebook or note that it is. */
export type ItemPage = PageNode & { item: Item; children: ItemPage[] }

/** Notebooks with what is in them, notebooks first. What has no notebook is at the top. */
export function listPages({ items }: Items): ItemPage[] {
  const pages = new Map<string, ItemPage>()
  for (const [id, item] of items) {
    if (isPage(item)) pages.set(id, pageOf(item))
  }
  const roots: ItemPage[] = []
  for (const [id, page] of pages) {
    const parent = pages.get(idIn(page.item, 'parent_id'))
    const isIn = parent?.item.type === itemTypes.notebook && !isAbove(pages, id, parent)
    if (isIn) parent.children.push(page)
    else roots.push(page)
  }
  for (const page of pages.values()) page.children.sort(compare)
  return roots.sort(compare)
}

function pageOf(item: Item & { path: string }): ItemPage {
  const title = item.title || 'Untitled'
  return { title, source: item.path, table: undefined, folder: undefined, children: [], item }
}

/** What can be read, and is not in the trash. */
function isPage(item: Item): boolean {
  const isKnown = item.type === itemTypes.note || item.type === itemTypes.notebook
  return isKnown && !isSet(item, 'encryption_applied') && !isSet(item, 'deleted_time')
}

/** Whether a notebook is in itself, through others. */
function isAbove(pages: ReadonlyMap<string, ItemPage>, id: string, start: ItemPage): boolean {
  const seen = new Set<ItemPage>()
  for (let page: ItemPage | undefined = start; page !== undefined;) {
    if (page.item.id === id) return true
    if (seen.has(page)) return false
    seen.add(page)
    page = pages.get(idIn(page.item, 'parent_id'))
  }
  return false
}

/** The order that a person gave to notes, then by title. */
function compare({ item: a }: ItemPage, { item: b }: ItemPage): number {
  const order = (item: Item) => Number(item.fields.get('order') ?? '0') || 0
  return b.type - a.type || order(b) - order(a) || a.title.localeCompare(b.title, 'en')
}
