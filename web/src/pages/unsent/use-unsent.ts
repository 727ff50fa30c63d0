import { useEffect, useSyncExternalStore } from 'react'
import { useSession } from '../../lib/session.ts'
import {
  listUnsent,
  onDraftsChange,
  readUnsent,
  rereadDrafts,
  type Unsent,
  watchUnsent,
} from '../saving/unsent.ts'

/** What the person wrote in this browser and the server has not got. */
export function useUnsent(): readonly Unsent[] {
  return useSyncExternalStore(watchUnsent, listUnsent)
}

/** Keeps that list as it is in the browser; to be used once, around everything that shows it. */
export function useUnsentOfBrowser(): void {
  const userId = useSession().user.id
  useEffect(() => {
    const read = () => readUnsent(userId)
    void read().then((entries) => dropSent(userId, entries))
    const stop = onDraftsChange(() => void read())
    // A tab that dies tells nobody.
    addEventListener('focus', rereadDrafts)
    return () => {
      stop()
      removeEventListener('focus', rereadDrafts)
    }
  }, [userId])
}

/** A tab that is closed while it saves does not learn that the server has it all. */
async function dropSent(userId: string, entries: readonly Unsent[]): Promise<void> {
  const left = entries.filter(({ where }) => where === 'left')
  if (left.length === 0) return
  const { dropIfSent } = await import('../saving/send-unsent.ts')
  for (const entry of left) await dropIfSent(userId, entry)
}
