import { useEffect, useSyncExternalStore } from 'react'
import { hasDrafts } from '../../lib/drafts/draft-database.ts'
import { onDraftsChange, rereadDrafts } from '../../lib/drafts/draft-updates.ts'
import { part } from '../../lib/offline/part.ts'
import { useSession } from '../../lib/session.ts'
import { listUnsent, readUnsent, type Unsent, watchUnsent } from '../saving/unsent.ts'

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
    void deleteEnded().catch(() => undefined)
    const stop = onDraftsChange(() => void read())
    // A tab that dies tells nobody.
    addEventListener('focus', rereadDrafts)
    return () => {
      stop()
      removeEventListener('focus', rereadDrafts)
    }
  }, [userId])
}

/** What someone wrote here as a visitor, too. */
async function deleteEnded(): Promise<void> {
  if (await hasDrafts('visitor')) {
    await (await import('../../lib/drafts/visitors.ts')).deleteEndedVisitors()
  }
}

const sending = part(() => import('../saving/send-unsent.ts'))

/** A tab that is closed while it saves does not learn that the server has it all. */
async function dropSent(userId: string, entries: readonly Unsent[]): Promise<void> {
  const left = entries.flatMap((entry) =>
    entry.where === 'left' && 'pageId' in entry ? [entry] : [],
  )
  if (left.length === 0) return
  const { dropIfSent } = await sending.load()
  for (const entry of left) await dropIfSent(userId, entry)
}
