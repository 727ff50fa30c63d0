import type { PageDocument } from '../../../../content/document.ts'
import { differingFields, pickSome, type PageFields } from '../../../../server/lib/page-fields.ts'
import { sameDocument } from './same-document.ts'

/** What a person can change of a page. */
export type PageState = PageFields & { content: PageDocument }

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
    ...pickSome(mine, differingFields(base, mine)),
    ...(sameDocument(base.content, mine.content) ? {} : { content: mine.content }),
  }
}

export function hasChanges(changes: Changes): boolean {
  return Object.keys(changes).length > 0
}
