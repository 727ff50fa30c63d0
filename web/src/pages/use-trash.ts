import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import { showFailure, showUndo } from '../ui/undo.tsx'
import { t } from './messages.ts'

const touched = [['pages'], ['favourites'], ['recent'], ['trash']]

/** Moves the open page to the trash and goes to the page above, with the way back. */
export function useTrash(workspaceId: string, page: OpenedPage): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () =>
    Promise.all(touched.map((queryKey) => queries.invalidateQueries({ queryKey })))
  const pageIds = { workspaceId, pageId: page.id }
  const restore = async () => {
    try {
      await client.trash.restore(pageIds)
      await refresh()
      await navigate(`/pages/${page.id}`)
    } catch (error) {
      showFailure(t.restoreFailed, error)
    }
  }
  return async () => {
    try {
      const { pages } = await client.trash.remove(pageIds)
      await navigate(page.parentId === null ? '/' : `/pages/${page.parentId}`)
      const title = page.title || t.untitled
      showUndo(t.movedToTrash({ title, below: pages - 1 }), restore)
      await refresh()
    } catch (error) {
      showFailure(t.moveToTrashFailed, error)
    }
  }
}
