import { draftObjects, requestDrafts } from '../../lib/drafts/draft-database.ts'
import { resultOf } from '../../lib/storage/browser-database.ts'
import type { LiveJournal } from '../../live/live-types.ts'
import type { PageState, PageVersion } from './page-state.ts'
import type { UnsentState } from './save-status.ts'

/** Changes that the server has not got yet, with the page that they were made on. */
export type Draft = {
  base: PageVersion
  mine: PageState
  /** Left out by releases before drafts were listed, as are the next two. */
  state?: UnsentState
  workspaceId?: string
  /** When it was kept, in milliseconds. */
  at?: number
  /** The steps of a page that was live, from `base` to `mine`. */
  live?: LiveJournal
}

/** A draft as it was read. `slot` names who wrote it; releases up to 0.1 kept one draft of each page without. */
export type StoredDraft = { pageId: string; slot: string | undefined; draft: Draft }

/** A draft of an earlier visit. `onAdopted` is called once it is stored as that of this one. */
export type PendingDraft = { draft: Draft; onAdopted: () => void }

export type DraftStore = {
  /** All of the person's drafts, or those of one page. */
  list: (pageId?: string) => Promise<StoredDraft[]>
  set: (pageId: string, slot: string, draft: Draft) => Promise<void>
  remove: (pageId: string, slot: string | undefined) => Promise<void>
  /** Unless it was written anew since it was read. */
  removeRead: (stored: StoredDraft) => Promise<void>
}

/**
 * A person's drafts in the browser's own database: they outlive the tab and have no limit that a page meets.
 * Whoever signs in next in the same browser is not offered them. The database keeps its first version,
 * as tabs that are open with an older release could open no other.
 */
export function browserDrafts(userId: string): DraftStore {
  const keyOf = (pageId: string, slot: string | undefined) =>
    slot === undefined ? `${userId} ${pageId}` : `${userId} ${pageId} ${slot}`
  return {
    list: (pageId) => listDrafts(userId, pageId),
    set: async (pageId, slot, draft) => {
      await requestDrafts('readwrite', (drafts) => drafts.put(draft, keyOf(pageId, slot)))
    },
    remove: async (pageId, slot) => {
      await requestDrafts('readwrite', (drafts) => drafts.delete(keyOf(pageId, slot)))
    },
    removeRead: async ({ pageId, slot, draft }) => {
      const key = keyOf(pageId, slot)
      const drafts = await draftObjects('readwrite')
      // SAFETY: only drafts are written here.
      const now = await resultOf(drafts.get(key) as IDBRequest<Draft | undefined>)
      if (JSON.stringify(now) === JSON.stringify(draft)) await resultOf(drafts.delete(key))
    },
  }
}

async function listDrafts(userId: string, pageId: string | undefined): Promise<StoredDraft[]> {
  const drafts = await draftObjects('readonly')
  const [keys, values] = await Promise.all([
    resultOf(drafts.getAllKeys()),
    // SAFETY: only drafts are written here.
    resultOf(drafts.getAll() as IDBRequest<Draft[]>),
  ])
  return keys.flatMap((key, index) => {
    const [owner, page, slot] = typeof key === 'string' ? key.split(' ') : []
    const draft = values[index]
    if (owner !== userId || page === undefined || draft === undefined) return []
    return pageId === undefined || page === pageId ? [{ pageId: page, slot, draft }] : []
  })
}
