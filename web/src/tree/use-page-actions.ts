import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../lib/client.ts'
import { showFailure, showUndo } from '../ui/undo.tsx'
import { type Children, childrenKey, type ParentId, type TreePage } from './children.ts'
import type { Drop } from './drop.ts'
import { change, type Lists, move, parentOf, remove } from './lists.ts'

export type PageActions = ReturnType<typeof usePageActions>

/**
 * What can be done to a page from the tree. Each shows at once as if it had succeeded; a refusal, such
 * as PAGE_CYCLE, puts the tree back and says why.
 */
export function usePageActions(workspaceId: string) {
  const queries = useQueryClient()
  return useMemo(() => {
    const lists = (): Lists =>
      new Map(
        queries
          .getQueriesData<Children>({ queryKey: ['pages', 'children', workspaceId] })
          .flatMap(([key, data]) =>
            // SAFETY: a key of childrenKey.
            data === undefined ? [] : [[key[3] as ParentId, data] as const],
          ),
      )
    const show = (changed: Lists) => {
      for (const [parentId, list] of changed) {
        queries.setQueryData(childrenKey(workspaceId, parentId), list)
      }
    }
    const refresh = (keys: readonly (readonly unknown[])[]) =>
      Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
    const personal = [['favourites'], ['recent'], ['trash']] as const

    /** Shows `changed` while `call` runs, and what was before when it is refused. */
    async function attempt<Result>(
      failure: string,
      changed: Lists,
      call: () => Promise<Result>,
    ): Promise<Result | undefined> {
      await queries.cancelQueries({ queryKey: ['pages', 'children', workspaceId] })
      const before = lists()
      show(changed)
      try {
        return await call()
      } catch (error) {
        show(new Map([...changed.keys()].flatMap((key) => entry(before, key))))
        showFailure(failure, error)
        return undefined
      } finally {
        await refresh([...changed.keys()].map((parentId) => childrenKey(workspaceId, parentId)))
      }
    }

    return {
      async create(parentId: ParentId, title = 'Untitled'): Promise<string | undefined> {
        try {
          const { pageId } = await client.pages.create({ workspaceId, parentId, title })
          const above = parentId === null ? undefined : parentOf(lists(), parentId)
          await refresh([
            childrenKey(workspaceId, parentId),
            ...(above === undefined ? [] : [childrenKey(workspaceId, above)]),
          ])
          return pageId
        } catch (error) {
          showFailure('The page was not created', error)
          return undefined
        }
      },

      async rename(page: TreePage, title: string): Promise<void> {
        const wanted = title.trim()
        if (wanted === page.title || wanted === '') return
        await attempt('The page was not renamed', change(lists(), page.id, { title: wanted }), () =>
          client.pages.update({ workspaceId, pageId: page.id, title: wanted }),
        )
        await refresh([...personal, ['pages', 'document']])
      },

      async setIcon(page: TreePage, icon: string | null): Promise<void> {
        await attempt('The icon was not changed', change(lists(), page.id, { icon }), () =>
          client.pages.update({ workspaceId, pageId: page.id, icon }),
        )
        await refresh([...personal, ['pages', 'document']])
      },

      async move(pageId: string, drop: Drop): Promise<void> {
        const now = lists()
        const from = parentOf(now, pageId)
        if (from === undefined) return
        const { parentId: to } = drop
        const place = await settle(now, workspaceId, pageId, drop)
        const index = place.index
        const changed = move(now, { pageId, from, to, index })
        await attempt('The page was not moved', changed, () =>
          client.pages.move({ workspaceId, pageId, newParentId: to, prevPageId: place.previous }),
        )
        await refresh([['pages', 'document']])
      },

      async trash(page: TreePage): Promise<boolean> {
        const gone = await attempt('The page was not deleted', remove(lists(), page.id), () =>
          client.trash.remove({ workspaceId, pageId: page.id }),
        )
        if (gone === undefined) return false
        const more = gone.pages > 1 ? ` and ${gone.pages - 1} below it` : ''
        showUndo(`“${page.title || 'Untitled'}”${more} moved to the trash`, async () => {
          try {
            await client.trash.restore({ workspaceId, pageId: page.id })
          } catch (error) {
            showFailure('The page was not restored', error)
          }
          await refresh([['pages'], ...personal])
        })
        await refresh(personal)
        return true
      },
    }
  }, [queries, workspaceId])
}

function entry(lists: Lists, parentId: ParentId): [ParentId, Children][] {
  const list = lists.get(parentId)
  return list === undefined ? [] : [[parentId, list]]
}

/** Where a dropped page comes to stand; the end of a list that is not loaded is asked for. */
async function settle(
  lists: Lists,
  workspaceId: string,
  pageId: string,
  { parentId, index }: Drop,
): Promise<{ index: number; previous: string | null }> {
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
  const above = parentId === null ? undefined : parentOf(lists, parentId)
  const parent =
    above === undefined ? undefined : lists.get(above)?.pages.find(({ id }) => id === parentId)
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
