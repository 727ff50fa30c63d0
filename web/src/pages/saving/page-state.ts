import type { PageDocument } from '../../../../content/document.ts'
import { sameDocument } from './merge.ts'

/** What a person can change of a page. */
export type PageState = { title: string; icon: string | null; content: PageDocument }

/** A page as the server has it. */
export type PageVersion = PageState & {
  version: number
  updatedAt: string
  updatedBy: { id: string; firstName: string; lastName: string }
}

export type Changes = Partial<PageState>

/** What of `mine` is other than in `base`. */
export function changesSince(base: PageState, mine: PageState): Changes {
  return {
    ...(mine.title === base.title ? {} : { title: mine.title }),
    ...(mine.icon === base.icon ? {} : { icon: mine.icon }),
    ...(sameDocument(base.content, mine.content) ? {} : { content: mine.content }),
  }
}

export function hasChanges(changes: Changes): boolean {
  return Object.keys(changes).length > 0
}
