import type { DraftSlot } from '../../lib/drafts/draft-keeper.ts'
import { notifyDraftsChanged } from '../../lib/drafts/draft-updates.ts'
import { browserDrafts, type Draft } from './drafts.ts'

type SlotKey = { userId: string; workspaceId: string; pageId: string; slot: string }

/** The draft of one page in one tab. Lists of drafts are notified when its kind changes. */
export function draftSlot({ userId, workspaceId, pageId, slot }: SlotKey): DraftSlot<Draft> {
  const drafts = browserDrafts(userId)
  let lastKind = 'unsaved'
  const notify = (kind: string) => {
    if (kind !== lastKind) notifyDraftsChanged()
    lastKind = kind
  }
  return {
    set: async (draft) => {
      await drafts.set(pageId, slot, { ...draft, workspaceId, at: Date.now() })
      notify(draft.state?.kind ?? 'unsaved')
    },
    remove: async () => {
      await drafts.remove(pageId, slot)
      notify('unsaved')
    },
  }
}
