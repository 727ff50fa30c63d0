import { createContext, type RefCallback, type RefObject, use } from 'react'
import type { OpenedPage } from '../lib/page-query.ts'
import type { OutlineEntry } from './outline/use-outline.ts'
import type { FailureAction } from './use-failure-actions.ts'
import type { PageModel } from './use-page-model.ts'

/** The open page, for the parts of its screen. */
export type PageInView = {
  workspaceId: string
  page: OpenedPage
  model: PageModel
  isEditable: boolean
  /** What the title and the text are shown in. */
  article: RefObject<HTMLElement | null>
  outline: readonly OutlineEntry[]
  /** Goes to the places that wait for a choice. */
  decide: () => void
  /** The ref of what shows these places. */
  conflicts: RefCallback<HTMLElement>
  /** What helps while the page cannot be saved; what helps most comes first. */
  failureActions: readonly FailureAction[]
}

export const PageContext = createContext<PageInView | undefined>(undefined)

export function usePage(): PageInView {
  const page = use(PageContext)
  if (page === undefined) throw new Error('usePage needs an OpenPage above it.')
  return page
}
