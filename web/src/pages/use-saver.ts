import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { isBoard } from '../../../content/board.ts'
import type { PageFields } from '../../../server/lib/page-fields.ts'
import { includes } from '../lib/access/levels.ts'
import { type ChangeEvent, onChange } from '../lib/changes/changes.ts'
import { notifyDraftsChanged, onDraftsChange } from '../lib/drafts/draft-updates.ts'
import { closeSlot, findSlots, onceClosed, openSlot } from '../lib/drafts/tabs.ts'
import { type OpenedPage, pageQuery } from '../lib/page-query.ts'
import { useSession } from '../lib/session.ts'
import { usePageAccess } from './access/use-page-access.ts'
import { t } from './messages.ts'
import { draftSlot } from './saving/draft-slot.ts'
import { browserDrafts } from './saving/drafts.ts'
import type { PageState } from './saving/page-state.ts'
import { PageSync } from './saving/page-sync.ts'
import { unsentState } from './saving/save-status.ts'
import { loadPage, sendChanges } from './saving/send-changes.ts'
import { pageChanged, registerPage } from './saving/unsent.ts'

type Bindings = {
  read: () => PageState
  readFields: () => PageFields
  show: (state: PageState) => void
}

/** Saves an open page, stores drafts of what cannot be saved, and continues with drafts of earlier visits. */
export function useSaver(workspaceId: string, page: OpenedPage, bindings: Bindings): PageSync {
  const queries = useQueryClient()
  const { id: pageId } = page
  const { id: userId, firstName, lastName } = useSession().user
  const [slot] = useState(openSlot)
  const [saver] = useState(() => {
    const ancestorIds = page.breadcrumb.map(({ id }) => id)
    const pageIds = { workspaceId, pageId, ancestorIds }
    return new PageSync({
      base: page,
      me: { id: userId, firstName, lastName },
      ...bindings,
      slot: draftSlot({ workspaceId, pageId, userId, slot }),
      load: () => loadPage(pageIds),
      levelChanged: () => void queries.invalidateQueries(pageQuery(workspaceId, pageId)),
      send: (changes) => sendChanges(pageIds, changes, { id: userId, firstName, lastName }),
    })
  })
  useRegisteredPage(saver, { workspaceId, pageId, slot, read: bindings.read })
  useAbandonedDrafts(saver, { userId, pageId, canWrite: includes(page.level, 'write') })
  useSaveTriggers(saver, page)
  usePageAccess(saver, workspaceId, page)
  useLive(saver, { workspaceId, pageId, read: bindings.read })
  // Before the editor goes, which holds the text.
  useLayoutEffect(
    () => () => {
      void saver.close().then(() => {
        closeSlot(slot)
        notifyDraftsChanged()
        const { queryKey } = pageQuery(workspaceId, pageId)
        queries.setQueryData(queryKey, (old) => old && { ...old, ...saver.base })
      })
    },
    [saver, queries, workspaceId, pageId, slot],
  )
  useEffect(() => saver.noteRemoteVersion(page.version), [saver, page.version])
  return saver
}

type RegisteredPage = { workspaceId: string; pageId: string; slot: string; read: () => PageState }

/** Opens the page live as soon as it is there to be read. */
function useLive(
  saver: PageSync,
  { workspaceId, pageId, read }: Omit<RegisteredPage, 'slot'>,
): void {
  useEffect(() => {
    let isGone = false
    let stop: () => void = () => undefined
    const differs = () => saver.hasUnsent || isBoard(read().content)
    const start = async () => {
      const { liveSource, loadDiff } = await import('../live/live-source.ts')
      if (isGone) return
      // What was changed is compared where it becomes live again.
      stop = saver.subscribe(() => {
        // A module that fails to load offline can fail until the tab is closed, with all that need it.
        if (differs() && navigator.onLine) void loadDiff().then(stop, () => undefined)
      })
      // Where the page differs from what the server has, opening it waits for the diff.
      if (differs()) await loadDiff().catch(() => undefined)
      if (!isGone) saver.goLive(liveSource(workspaceId, pageId))
    }
    // Without a connection, the page is saved as a whole.
    if ('WebSocket' in globalThis) start().catch(() => undefined)
    return () => {
      isGone = true
      stop()
    }
  }, [saver, workspaceId, pageId, read])
}

/** Lists the page among those with unsent changes, whenever it has some. */
function useRegisteredPage(
  saver: PageSync,
  { workspaceId, pageId, slot, read }: RegisteredPage,
): void {
  useEffect(() => {
    const leave = registerPage(pageId, slot, {
      unsent: () => {
        if (!saver.hasUnsent) return undefined
        const state = unsentState(saver.status) ?? { kind: 'unsaved' as const }
        return { workspaceId, title: read().title, at: Date.now(), state }
      },
      read,
      send: () => saver.retry(),
      discard: () => saver.discard(),
    })
    const stop = saver.subscribe(pageChanged)
    return () => {
      stop()
      leave()
    }
  }, [saver, workspaceId, pageId, slot, read])
}

type DraftSearch = { userId: string; pageId: string; canWrite: boolean }

/** Takes over drafts of the page whose tab is gone, and those of other tabs as soon as they are. */
function useAbandonedDrafts(saver: PageSync, { userId, pageId, canWrite }: DraftSearch): void {
  useEffect(() => {
    if (!canWrite) return undefined
    const left = new AbortController()
    const drafts = browserDrafts(userId)
    const seen = new Set<string | undefined>()
    const watched = new Set<string>()
    const adopt = async () => {
      const [found, whereIs] = await Promise.all([drafts.list(pageId), findSlots()])
      if (left.signal.aborted) return
      for (const stored of found.toSorted((a, b) => (a.draft.at ?? 0) - (b.draft.at ?? 0))) {
        const { slot, draft } = stored
        const where = whereIs(slot)
        if (where === 'gone' && !seen.has(slot)) {
          seen.add(slot)
          saver.restore(draft, () => {
            void drafts.removeRead(stored).then(notifyDraftsChanged, () => undefined)
          })
        } else if (where === 'elsewhere' && slot !== undefined && !watched.has(slot)) {
          watched.add(slot)
          onceClosed(slot, check, left.signal)
        }
      }
    }
    const check = () => void adopt().catch(() => undefined)
    check()
    const stop = onDraftsChange(check)
    return () => {
      left.abort()
      stop()
    }
  }, [saver, userId, pageId, canWrite])
}

/** Whatever may change whether the page can be saved, and the moments before it is too late. */
function useSaveTriggers(saver: PageSync, { id: pageId, breadcrumb }: OpenedPage): void {
  const ancestorIds = breadcrumb.map(({ id }) => id).join(' ')
  useEffect(() => {
    const isHere = ({ pageId: changed }: ChangeEvent) =>
      changed !== undefined && (changed === pageId || ancestorIds.split(' ').includes(changed))
    const stopListening = onChange((change) => {
      if (change.pageId === pageId && change.version !== undefined)
        saver.noteRemoteVersion(change.version)
      if (change.type === 'page.deleted' && isHere(change)) {
        saver.failed({ reason: 'trashed', message: t.trashed })
      }
      if (change.type === 'page.restored' && isHere(change)) void saver.retry()
    })
    const now = () => void saver.flush()
    const onVisibility = () => {
      // Another tab may have signed in, or somebody restored the page.
      if (document.visibilityState === 'hidden' || saver.status.kind === 'failed') now()
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (saver.hasUnsent) event.preventDefault()
    }
    addEventListener('online', now)
    addEventListener('beforeunload', onLeave)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      stopListening()
      removeEventListener('online', now)
      removeEventListener('beforeunload', onLeave)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [saver, pageId, ancestorIds])
}
