import type { Query, QueryClient } from '@tanstack/react-query'
import { type EventRefresh, eventTypeOf, isEventType } from '../../../../server/lib/event-types.ts'
import type { ChangeEvent } from './changes.ts'

type Key = readonly unknown[]
type Rule = (key: Key, query: Pick<Query, 'state'>, change: ChangeEvent) => boolean

const isOf = (key: Key, noun: string, name?: string) =>
  key[0] === noun && (name === undefined || key[1] === name)

/** Lists in which a page may come or go. */
const lists: Rule = (key) =>
  ['favourites', 'recent', 'trash'].includes(String(key[0])) ||
  (key[0] === 'workspaces' && key[1] !== 'list')

/** The children of the parents that the change names; all of them where it names none. */
const children: Rule = (key, _query, { parentId, previous }) => {
  if (!isOf(key, 'pages', 'children')) return false
  if (parentId === undefined) return true
  const parents = [parentId, ...(previous === undefined ? [] : [previous.parentId])]
  return parents.some((parent) => key.includes(parent))
}

/** Whatever shows the page: an id in the key, or anywhere in what was read. */
const shown: Rule = (key, { state }, { pageId }) =>
  pageId !== undefined && (mentions(key, pageId) || mentions(state.data, pageId))

/** What tells how many pages a parent has below it. */
const parents: Rule = (_key, { state }, { parentId, previous }) =>
  [parentId, previous?.parentId].some((id) => typeof id === 'string' && mentions(state.data, id))

const about: Rule = (key, _query, { pageId }) => pageId !== undefined && mentions(key, pageId)

/** A view may have any page. */
const views: Rule = (key) => isOf(key, 'views')

/** What waits for the person; who is mentioned on a page is in no event. */
const inbox: Rule = (key, _query, { changed }) =>
  isOf(key, 'inbox') && (changed === undefined || changed.includes('properties'))

const rules: Record<EventRefresh, readonly Rule[]> = {
  tree: [children, lists, parents, about, views, inbox],
  page: [
    (key, query, change) =>
      isTitleChange(change) ? shown(key, query, change) : about(key, query, change),
    views,
    inbox,
  ],
  comments: [
    inbox,
    (key, _query, { pageId }) =>
      isOf(key, 'comments') && (pageId === undefined || mentions(key, pageId)),
  ],
  proposals: [(key) => isOf(key, 'proposals'), inbox],
  files: [(key) => isOf(key, 'files') || isOf(key, 'pageFiles')],
  members: [(key) => isOf(key, 'members') || isOf(key, 'session', 'get')],
}

/** Whether a query may read differently after the change. */
export function isTouched(
  query: { queryKey: Key; state: Query['state'] },
  change: ChangeEvent,
): boolean {
  if (!isEventType(change.type)) return false
  const { refreshes } = eventTypeOf(change.type)
  if (refreshes === undefined) return false
  return rules[refreshes].some((rule) => rule(query.queryKey, query, change))
}

export function invalidate(queries: QueryClient, changes: readonly ChangeEvent[]): void {
  void queries.invalidateQueries({
    predicate: (query) => changes.some((change) => isTouched(query, change)),
  })
}

/** An update that says nothing of what it changed may have changed the title. */
function isTitleChange({ changed }: ChangeEvent): boolean {
  return changed === undefined || changed.includes('title') || changed.includes('icon')
}

function mentions(value: unknown, id: string): boolean {
  if (value === id) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((part) => mentions(part, id))
}
