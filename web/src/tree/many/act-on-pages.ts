import type { QueryClient } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { showUndo } from '../../ui/undo.tsx'
import { refresh } from '../use-tree-mutation.ts'
import { t } from './messages.ts'
import { oneByOne, showFailures } from './one-by-one.tsx'

type Page = { id: string; title: string }

const lists = [['pages'], ['favourites'], ['recent'], ['trash']] as const

/** Moves pages with those below them to the trash, and offers to take them back. Returns those that are there. */
export async function trashPages(
  queries: QueryClient,
  workspaceId: string,
  pages: readonly Page[],
): Promise<Page[]> {
  const { done, failures } = await oneByOne(pages, async ({ id: pageId }) => {
    await client.trash.remove({ workspaceId, pageId })
  })
  showFailures(t.notTrashed, failures)
  await refresh(queries, lists)
  if (done.length === 0) return done
  showUndo(t.trashed({ count: done.length }), async () => {
    const restored = await oneByOne(done, async ({ id: pageId }) => {
      await client.trash.restore({ workspaceId, pageId })
    })
    showFailures(t.notRestored, restored.failures)
    await refresh(queries, lists)
  })
  return done
}

/** Adds pages to the favourites, and offers to take them out again. */
export async function favouritePages(
  queries: QueryClient,
  workspaceId: string,
  pages: readonly Page[],
): Promise<void> {
  const changed = [['favourites'], ['pages', 'document']]
  const known = await client.favourites.list({ workspaceId })
  const others = pages.filter((page) => !known.pages.some(({ id }) => id === page.id))
  const { done, failures } = await oneByOne(others, async ({ id: pageId }) => {
    await client.favourites.add({ workspaceId, pageId })
  })
  showFailures(t.notFavourited, failures)
  await refresh(queries, changed)
  if (done.length === 0) return
  showUndo(t.favourited({ count: done.length }), async () => {
    const removed = await oneByOne(done, async ({ id: pageId }) => {
      await client.favourites.remove({ workspaceId, pageId })
    })
    showFailures(t.notUnfavourited, removed.failures)
    await refresh(queries, changed)
  })
}
