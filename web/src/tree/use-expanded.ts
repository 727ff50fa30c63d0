import { useCallback, useEffect, useState } from 'react'

/** More open pages than this are not kept: each is a request when the app opens. */
const maxExpanded = 60

const keyOf = (workspaceId: string) => `quire.tree.${workspaceId}`

/** Which pages of the tree are open, kept in this browser. */
export function useExpanded(
  workspaceId: string,
): [string[], (update: string[] | ((old: string[]) => string[])) => void] {
  const [state, setState] = useState(() => ({ workspaceId, ids: read(workspaceId) }))
  const ids = state.workspaceId === workspaceId ? state.ids : read(workspaceId)
  if (state.workspaceId !== workspaceId) setState({ workspaceId, ids })
  useEffect(() => {
    localStorage.setItem(keyOf(workspaceId), JSON.stringify(state.ids.slice(-maxExpanded)))
  }, [workspaceId, state.ids])
  const update = useCallback(
    (update: string[] | ((old: string[]) => string[])) =>
      setState((old) => {
        const next = typeof update === 'function' ? update(old.ids) : update
        return { ...old, ids: [...new Set(next)] }
      }),
    [],
  )
  return [ids, update]
}

function read(workspaceId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(workspaceId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
