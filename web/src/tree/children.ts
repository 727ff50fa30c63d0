import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../../../client/index.ts'
import type { Level } from '../lib/access/levels.ts'

export type TreePage = {
  id: string
  title: string
  icon: string | null
  children: number
  /** The page has permissions of its own, and not everyone in the workspace can read it. */
  isRestricted?: true | undefined
  /** At the top level, because the person cannot read its parent. */
  isShared?: true | undefined
  /** Left out on pages outside of sections. */
  level?: Level | undefined
}

/** The pages directly below one, as far as they are loaded. */
export type Children = { pages: TreePage[]; nextOffset: number | null }

export type ParentId = string | null

/** What the server gives at most in one answer. */
export const chunk = 500

export function childrenKey(workspaceId: string, parentId: ParentId) {
  return ['pages', 'children', workspaceId, parentId] as const
}

export type Parent = { workspaceId: string; parentId: ParentId }

/** Reads again as many pages as are shown, so that a refresh never shortens the list. */
export async function loadChildren(
  client: Pick<Client, 'pages'>,
  { workspaceId, parentId }: Parent,
  { loaded, signal }: { loaded: number; signal?: AbortSignal },
): Promise<Children> {
  const count = Math.max(1, Math.ceil(loaded / chunk))
  const parts = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.pages.list(
        { workspaceId, parentId, depth: 1, limit: chunk, offset: index * chunk },
        signal === undefined ? {} : { signal },
      ),
    ),
  )
  return {
    pages: sharedLast(parts.flatMap(({ pages }) => pages.map(toTreePage))),
    nextOffset: parts.at(-1)?.nextOffset ?? null,
  }
}

export function childrenQuery(
  client: Pick<Client, 'pages'>,
  queries: QueryClient,
  { workspaceId, parentId }: Parent,
) {
  const queryKey = childrenKey(workspaceId, parentId)
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const loaded = queries.getQueryData<Children>(queryKey)?.pages.length ?? 0
      return loadChildren(client, { workspaceId, parentId }, { loaded, signal })
    },
    staleTime: 60_000,
  }
}

/** Adds the next pages to a list of which only the first are loaded. */
export async function loadMore(
  client: Pick<Client, 'pages'>,
  queries: QueryClient,
  { workspaceId, parentId }: Parent,
): Promise<void> {
  const key = childrenKey(workspaceId, parentId)
  const before = queries.getQueryData<Children>(key)
  if (before === undefined || before.nextOffset === null) return
  const offset = before.nextOffset
  const next = await readPart(client, { workspaceId, parentId }, offset)
  extend(queries, key, (now) => (now.nextOffset === offset ? append(now, next) : now))
}

/** Adds to a list what it takes to have one page in it, drawn at once; nothing where that is there or nowhere. */
export async function loadUntil(
  client: Pick<Client, 'pages'>,
  queries: QueryClient,
  { workspaceId, parentId }: Parent,
  pageId: string,
): Promise<void> {
  const key = childrenKey(workspaceId, parentId)
  const begun = await queries.ensureQueryData(
    childrenQuery(client, queries, { workspaceId, parentId }),
  )
  if (has(begun.pages, pageId)) return
  const found: TreePage[] = []
  let offset = begun.nextOffset
  while (offset !== null && !has(found, pageId)) {
    // oxlint-disable-next-line no-await-in-loop -- most often the page is in the next part
    const next = await readPart(client, { workspaceId, parentId }, offset)
    found.push(...next.pages)
    offset = next.nextOffset
  }
  extend(queries, key, (now) => {
    // What was loaded meanwhile, by scrolling, may be more than this.
    if (found.length === 0 || has(now.pages, pageId)) return now
    return append(now, { pages: found, nextOffset: offset })
  })
}

/** A refresh that began with the shorter list would shorten it again: it begins anew. */
function extend(
  queries: QueryClient,
  queryKey: ReturnType<typeof childrenKey>,
  change: (now: Children) => Children,
): void {
  const isRefreshing = queries.isFetching({ queryKey, exact: true }) > 0
  queries.setQueryData<Children>(queryKey, (now) => now && change(now))
  if (isRefreshing) void queries.invalidateQueries({ queryKey, exact: true })
}

async function readPart(
  client: Pick<Client, 'pages'>,
  { workspaceId, parentId }: Parent,
  offset: number,
): Promise<Children> {
  const part = await client.pages.list({ workspaceId, parentId, depth: 1, limit: chunk, offset })
  return { pages: part.pages.map(toTreePage), nextOffset: part.nextOffset }
}

/** Each page once, wherever it came from first. */
function append({ pages }: Children, next: Children): Children {
  const known = new Set(pages.map(({ id }) => id))
  return {
    pages: sharedLast([...pages, ...next.pages.filter(({ id }) => !known.has(id))]),
    nextOffset: next.nextOffset,
  }
}

const has = (pages: readonly TreePage[], pageId: string) => pages.some(({ id }) => id === pageId)

function toTreePage(page: TreePage): TreePage {
  const { id, title, icon, children, isRestricted, isShared, level } = page
  return {
    id,
    title,
    icon,
    children,
    ...(isRestricted && { isRestricted }),
    ...(isShared && { isShared }),
    ...(level && { level }),
  }
}

/** Shared pages are a group of their own below the others. */
function sharedLast(pages: TreePage[]): TreePage[] {
  const shared = pages.filter(({ isShared }) => isShared)
  if (shared.length === 0) return pages
  return [...pages.filter(({ isShared }) => isShared !== true), ...shared]
}
