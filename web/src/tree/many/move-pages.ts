import type { QueryClient } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { showUndo } from '../../ui/undo.tsx'
import { type Children, childrenKey, loadUntil, type ParentId } from '../children.ts'
import { parentOf } from '../lists.ts'
import { readLists, refresh } from '../use-tree-mutation.ts'
import { t } from './messages.ts'
import { type Failure, oneByOne, showFailures } from './one-by-one.tsx'

type Page = { id: string; title: string }
type Located = Page & { parentId: ParentId; prevPageId: string | null }
export type Target = { id: ParentId; title: string }

/** The ID of no page. */
const noPage = ''

/** Moves pages, in their order in the tree, to the end of a list, and offers to take them back. */
export async function movePages(
  queries: QueryClient,
  workspaceId: string,
  pages: readonly Page[],
  to: Target,
): Promise<void> {
  // Where all of them are before the first is moved.
  const located: Located[] = []
  const lost = await oneByOne(pages, async (page) => {
    located.push({ ...page, ...(await locate(queries, workspaceId, page.id)) })
  })
  const { done, failures } = await append(queries, workspaceId, located, to)
  showFailures(t.notMoved, [...lost.failures, ...failures])
  await refresh(queries, [['pages']])
  const [first] = done
  if (first === undefined) return
  const target = to.id === null ? t.topLevel : displayTitle(to.title)
  const message =
    done.length === 1
      ? t.movedOne({ title: displayTitle(first.title), target })
      : t.moved({ count: done.length, target })
  showUndo(message, () => moveBack(queries, workspaceId, done))
}

type Moved = { done: Located[]; failures: Failure[] }

async function append(
  queries: QueryClient,
  workspaceId: string,
  pages: readonly Located[],
  to: Target,
): Promise<Moved> {
  const last = await oneByOne([to], () => loadAll(queries, workspaceId, to.id))
  if (last.failures.length > 0) return { done: [], failures: last.failures }
  let prevPageId = lastChild(queries, workspaceId, to.id)
  return oneByOne(pages, async ({ id }) => {
    if (prevPageId !== id) {
      await client.pages.move({ workspaceId, pageId: id, newParentId: to.id, prevPageId })
    }
    prevPageId = id
  })
}

/** From the first on: a page may have been after the one before it. */
async function moveBack(
  queries: QueryClient,
  workspaceId: string,
  pages: readonly Located[],
): Promise<void> {
  const { failures } = await oneByOne(pages, async ({ id: pageId, parentId, prevPageId }) => {
    await client.pages.move({ workspaceId, pageId, newParentId: parentId, prevPageId })
  })
  showFailures(t.notMovedBack, failures)
  await refresh(queries, [['pages']])
}

/** Where a page is now. */
async function locate(
  queries: QueryClient,
  workspaceId: string,
  pageId: string,
): Promise<Pick<Located, 'parentId' | 'prevPageId'>> {
  const known = parentOf(readLists(queries, workspaceId), pageId)
  const parentId = known === undefined ? await parentIdOf(workspaceId, pageId) : known
  if (known === undefined) await loadUntil(client, queries, { workspaceId, parentId }, pageId)
  const siblings = childrenOf(queries, workspaceId, parentId)
  const index = siblings.findIndex(({ id }) => id === pageId)
  return { parentId, prevPageId: siblings[index - 1]?.id ?? null }
}

async function parentIdOf(workspaceId: string, pageId: string): Promise<ParentId> {
  const { breadcrumb } = await client.pages.document({ workspaceId, pageId })
  return breadcrumb.at(-1)?.id ?? null
}

async function loadAll(
  queries: QueryClient,
  workspaceId: string,
  parentId: ParentId,
): Promise<void> {
  await loadUntil(client, queries, { workspaceId, parentId }, noPage)
}

function lastChild(queries: QueryClient, workspaceId: string, parentId: ParentId): string | null {
  return childrenOf(queries, workspaceId, parentId).at(-1)?.id ?? null
}

/** Without the pages that are at the top level only because their parents are hidden. */
function childrenOf(queries: QueryClient, workspaceId: string, parentId: ParentId) {
  const list = queries.getQueryData<Children>(childrenKey(workspaceId, parentId))
  return (list?.pages ?? []).filter(({ isShared }) => isShared !== true)
}
