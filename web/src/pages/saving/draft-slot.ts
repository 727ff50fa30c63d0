import type { DraftSlot } from './draft-keeper.ts'
import { browserDrafts } from './drafts.ts'
import { keptChanged } from './unsent.ts'

type Place = { userId: string; workspaceId: string; pageId: string; slot: string }

/** The draft of one page in one tab. Who lists drafts is told when it is worth a word, or no more. */
export function draftSlot({ userId, workspaceId, pageId, slot }: Place): DraftSlot {
  const drafts = browserDrafts(userId)
  let told = 'unsaved'
  const tell = (kind: string) => {
    if (kind !== told) keptChanged()
    told = kind
  }
  return {
    set: async (draft) => {
      await drafts.set(pageId, slot, { ...draft, workspaceId, at: Date.now() })
      tell(draft.state?.kind ?? 'unsaved')
    },
    remove: async () => {
      await drafts.remove(pageId, slot)
      tell('unsaved')
    },
  }
}
