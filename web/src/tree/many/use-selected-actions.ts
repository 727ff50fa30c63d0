import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { openMoveDialog } from '../../lib/tree/move-dialog.ts'
import { showFailure } from '../../ui/undo.tsx'
import type { TreePage } from '../children.ts'
import { t } from './messages.ts'
import type { Selection } from './use-selection.ts'

export type SelectedActions = {
  move: () => void
  favourite: () => void
  trash: () => void
  /** Whether a key changed the selection or its pages. */
  onSelectionKey: (event: KeyboardEvent) => boolean
}

type Options = {
  workspaceId: string
  selection: Selection
  canWrite: boolean
  onTrashed: (pages: readonly { id: string }[]) => void
}

/** What can be done with the selected pages. None rejects: the person is told about a refusal. */
export function useSelectedActions({
  workspaceId,
  selection,
  canWrite,
  onTrashed,
}: Options): SelectedActions {
  const queries = useQueryClient()
  const load = () => import('./act-on-pages.ts')
  const trash = async (pages: readonly TreePage[]) => {
    const { trashPages } = await load()
    const done = await trashPages(queries, workspaceId, pages)
    selection.clear()
    onTrashed(done)
  }
  const startTrash = () => {
    const pages = selection.pages()
    trash(pages).catch((error: unknown) =>
      showFailure(t.notTrashed({ count: pages.length }), error),
    )
  }
  return {
    move: () => openMoveDialog({ workspaceId, pages: selection.pages() }),
    favourite: () => {
      const pages = selection.pages()
      load()
        .then((actions) => actions.favouritePages(queries, workspaceId, pages))
        .catch((error: unknown) => showFailure(t.notFavourited({ count: pages.length }), error))
    },
    trash: startTrash,
    onSelectionKey: (event) => {
      if (event.key !== 'Delete' || selection.count === 0) return selection.onKeyDown(event)
      if (canWrite) startTrash()
      return true
    },
  }
}
