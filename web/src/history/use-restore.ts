import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import { showFailure, showUndo } from '../ui/undo.tsx'
import { t } from './messages.ts'

type PageIds = { workspaceId: string; pageId: string }

/** Restores a version of a page, and offers to undo that. */
export function useRestore(
  page: PageIds,
  current: number | undefined,
): (version: number) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const attempt = async (version: number): Promise<boolean> => {
    try {
      await client.history.restore({ ...page, version })
    } catch (error) {
      showFailure(t.restoreFailed, error)
      return false
    }
    await Promise.all(
      [['pages'], ['history', 'list']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
    return true
  }
  return async (version) => {
    if (!(await attempt(version))) return
    await navigate(`/pages/${page.pageId}`)
    if (current === undefined) return
    showUndo(t.restored, async () => {
      await attempt(current)
    })
  }
}
