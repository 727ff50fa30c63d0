import { useCallback, useRef } from 'react'
import { includes } from '../lib/access/levels.ts'
import type { OpenedPage } from '../lib/page-query.ts'
import { useOutline } from './outline/use-outline.ts'
import type { PageInView } from './page-context.ts'
import { useFailureActions } from './use-failure-actions.ts'
import { usePageModel } from './use-page-model.ts'

/** Opens a page: its text and title, how they are saved, and what its screen shows of that. */
export function usePageInView(workspaceId: string, page: OpenedPage): PageInView {
  const model = usePageModel(workspaceId, page)
  // What is not sent stays where it was written.
  const isEditable = includes(page.level, 'write') || model.saver.hasUnsent
  const article = useRef<HTMLElement>(null)
  const outline = useOutline(article)
  const decision = useDecision()
  const help = useFailureActions({ workspaceId, pageId: page.id }, model)
  const { status } = model
  const failureActions =
    status.kind === 'failed' && (isEditable || status.reason === 'lost') ? help[status.reason] : []
  return { workspaceId, page, model, isEditable, article, outline, ...decision, failureActions }
}

/** Moves the focus to the conflicts, at the latest when what shows them is loaded. */
function useDecision(): Pick<PageInView, 'decide' | 'conflicts'> {
  const shown = useRef<HTMLElement>(null)
  const isAsked = useRef(false)
  const decide = () => {
    isAsked.current = shown.current === null
    shown.current?.focus()
  }
  const conflicts = useCallback((section: HTMLElement | null) => {
    shown.current = section
    if (section !== null && isAsked.current) decide()
  }, [])
  return { decide, conflicts }
}
