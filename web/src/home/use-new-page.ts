import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { asNewAt } from '../lib/new-page.ts'
import { createPage } from '../lib/templates/new-page.ts'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

/** Creates a top-level page and opens it. */
export function useNewPage(workspaceId: string): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    try {
      const { pageId, cursor } = await createPage({ workspaceId, parentId: null })
      void queries.invalidateQueries({ queryKey: ['pages', 'children', workspaceId, null] })
      await navigate(`/pages/${pageId}`, { state: asNewAt(cursor) })
    } catch (error) {
      showFailure(t.notCreated, error)
    }
  }
}
