import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { createPage } from '../lib/templates/new-page.ts'
import { showFailure, showUndo } from '../ui/undo.tsx'
import { childrenKey, type ParentId, type TreePage } from './children.ts'
import { type DropTarget, resolveDropTarget } from './drop-target.ts'
import type { Drop } from './drop.ts'
import { change, move, parentOf, remove } from './lists.ts'
import { t } from './messages.ts'
import { readLists, refresh, useTreeMutation } from './use-tree-mutation.ts'

/** `cursor`: where the template of the page has it. */
type CreatedPage = { pageId: string; cursor: number | null }

/** Actions on pages of the tree. None rejects: the person is told about a refusal. */
export type PageActions = {
  /** Undefined when the page was not created. */
  create: (parentId: ParentId, title?: string) => Promise<CreatedPage | undefined>
  /** At the top level, for the person alone. */
  createPrivate: () => Promise<CreatedPage | undefined>
  rename: (page: TreePage, title: string) => Promise<void>
  setIcon: (page: TreePage, icon: string | null) => Promise<void>
  move: (pageId: string, drop: Drop) => Promise<void>
  /** Whether it is in the trash now. */
  trash: (page: TreePage) => Promise<boolean>
}

const personal = [['favourites'], ['recent'], ['trash']] as const

export function usePageActions(workspaceId: string): PageActions {
  const queries = useQueryClient()
  const { mutateAsync: create } = useCreatePage(workspaceId)
  const { mutateAsync: createPrivate } = useCreatePrivatePage(workspaceId)
  const { mutateAsync: rename } = useUpdatePage(workspaceId, () => t.notRenamed)
  const { mutateAsync: setIcon } = useUpdatePage(workspaceId, () => t.iconNotChanged)
  const { mutateAsync: movePage } = useMovePage(workspaceId)
  const { mutateAsync: trash } = useTrashPage(workspaceId)
  return useMemo(
    () => ({
      create: (parentId, title) => create({ parentId, title }).catch(nothing),
      createPrivate: () => createPrivate().then((pageId) => ({ pageId, cursor: null }), nothing),
      rename: async ({ id: pageId, title: before }, wanted) => {
        const title = wanted.trim()
        if (title !== before && title !== '') await rename({ pageId, title }).catch(nothing)
      },
      setIcon: ({ id: pageId }, icon) => setIcon({ pageId, icon }).then(nothing, nothing),
      move: async (pageId, drop) => {
        const lists = readLists(queries, workspaceId)
        const from = parentOf(lists, pageId)
        if (from === undefined) return
        try {
          const { confirmMove } = await import('./move/confirm-move.tsx')
          if (!(await confirmMove(workspaceId, lists, { pageId, from, to: drop.parentId }))) return
          const target = await resolveDropTarget(lists, workspaceId, pageId, drop)
          await movePage({ pageId, from, to: drop.parentId, ...target }).catch(nothing)
        } catch (error) {
          showFailure(t.notMoved, error)
        }
      },
      trash: (page) =>
        trash(page).then(
          () => true,
          () => false,
        ),
    }),
    [queries, workspaceId, create, createPrivate, rename, setIcon, movePage, trash],
  )
}

function useCreatePage(workspaceId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (page: { parentId: ParentId; title: string | undefined }) =>
      createPage({ workspaceId, ...page }),
    onSuccess: async (_created, { parentId }) => {
      const grandparent =
        parentId === null ? undefined : parentOf(readLists(queries, workspaceId), parentId)
      await refresh(queries, [
        childrenKey(workspaceId, parentId),
        ...(grandparent === undefined ? [] : [childrenKey(workspaceId, grandparent)]),
      ])
    },
    onError: (error) => showFailure(t.notCreated, error),
  })
}

function useCreatePrivatePage(workspaceId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { createPrivatePage } = await import('../lib/access/private-page.ts')
      return createPrivatePage(workspaceId, { title: displayTitle('') })
    },
    onSuccess: () => refresh(queries, [childrenKey(workspaceId, null)]),
    onError: (error) => showFailure(t.notCreated, error),
  })
}

type Update = { pageId: string; title?: string; icon?: string | null }

function useUpdatePage(workspaceId: string, failure: () => string) {
  return useTreeMutation(workspaceId, {
    call: (update: Update) => client.pages.update({ workspaceId, ...update }),
    preview: (lists, { pageId, ...fields }) => change(lists, pageId, fields),
    failure,
    changes: [...personal, ['pages', 'document']],
  })
}

type Move = DropTarget & { pageId: string; from: ParentId; to: ParentId }

function useMovePage(workspaceId: string) {
  return useTreeMutation(workspaceId, {
    call: ({ pageId, to, previous }: Move) =>
      client.pages.move({ workspaceId, pageId, newParentId: to, prevPageId: previous }),
    preview: move,
    failure: () => t.notMoved,
    changes: [['pages', 'document']],
  })
}

function useTrashPage(workspaceId: string) {
  const queries = useQueryClient()
  const restore = useMutation({
    mutationFn: ({ id }: TreePage) => client.trash.restore({ workspaceId, pageId: id }),
    onError: (error) => showFailure(t.notRestored, error),
    onSettled: () => refresh(queries, [['pages'], ...personal]),
  })
  return useTreeMutation(workspaceId, {
    call: ({ id }: TreePage) => client.trash.remove({ workspaceId, pageId: id }),
    preview: (lists, { id }) => remove(lists, id),
    failure: () => t.notDeleted,
    onDone: ({ pages }, page) => {
      const title = displayTitle(page.title)
      const count = pages - 1
      const message = count > 0 ? t.trashedWithSubpages({ title, count }) : t.trashed({ title })
      showUndo(message, () => restore.mutate(page))
    },
    changes: personal,
  })
}

const nothing = () => undefined
