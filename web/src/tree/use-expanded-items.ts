import { useCallback, useMemo } from 'react'
import { sharedId } from './drop.ts'
import { useExpanded } from './use-expanded.ts'

/** Stored while the group of shared pages, which is open at first, is closed. */
const sharedClosed = 'shared:closed'

/** What is open in the tree: pages, and the group of shared pages. */
export function useExpandedItems(workspaceId: string): ReturnType<typeof useExpanded> {
  const [stored, setStored] = useExpanded(workspaceId)
  const shown = useMemo(() => withShared(stored), [stored])
  const update = useCallback<typeof setStored>(
    (update) =>
      setStored((old) =>
        withoutShared(typeof update === 'function' ? update(withShared(old)) : update),
      ),
    [setStored],
  )
  return [shown, update]
}

function withShared(stored: readonly string[]): string[] {
  const pages = stored.filter((id) => id !== sharedClosed)
  return stored.includes(sharedClosed) ? pages : [...pages, sharedId]
}

function withoutShared(shown: readonly string[]): string[] {
  const pages = shown.filter((id) => id !== sharedId)
  return shown.includes(sharedId) ? pages : [...pages, sharedClosed]
}
