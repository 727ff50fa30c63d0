import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionKey } from '../session.ts'
import { type ChangeEvent, publishChange } from './changes.ts'
import { invalidate } from './invalidate.ts'
import { shareChanges } from './shared-changes.ts'

/** Changes that come close together, such as those of an import, refresh the screen once. */
const pause = 150

/** Keeps what is on the screen as it is in the workspace; to be used once, where the workspace is open. */
export function useChanges(workspaceId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    let waiting: ChangeEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = shareChanges(workspaceId, {
      onChange: (change) => {
        publishChange(change)
        waiting.push(change)
        timer ??= setTimeout(() => {
          timer = undefined
          const changes = waiting
          waiting = []
          invalidate(queries, changes)
        }, pause)
      },
      onGap: () => void queries.invalidateQueries(),
      onRefused: () => void queries.invalidateQueries({ queryKey: sessionKey }),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queries, workspaceId])
}
