import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import { showFailure, showUndo } from '../ui/undo.tsx'

type Place = { workspaceId: string; pageId: string }

/** Makes a page again what it was, and offers the way back to what it is now. */
export function useRestore(
  place: Place,
  current: number | undefined,
): (version: number) => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const attempt = async (version: number): Promise<boolean> => {
    try {
      await client.history.restore({ ...place, version })
    } catch (error) {
      showFailure('The version was not restored', error)
      return false
    }
    await Promise.all(
      [['pages'], ['history', 'list']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
    return true
  }
  return async (version) => {
    if (!(await attempt(version))) return
    await navigate(`/pages/${place.pageId}`)
    if (current === undefined) return
    showUndo('The page is again what it was', async () => {
      await attempt(current)
    })
  }
}
