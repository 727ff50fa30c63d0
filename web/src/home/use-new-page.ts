import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import { asNew } from '../lib/new-page.ts'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

/** Creates a top-level page and opens it. */
export function useNewPage(workspaceId: string): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    try {
      const { pageId } = await client.pages.create({ workspaceId, title: t.untitled })
      void queries.invalidateQueries({ queryKey: ['pages', 'children', workspaceId, null] })
      await navigate(`/pages/${pageId}`, { state: asNew })
    } catch (error) {
      showFailure(t.notCreated, error)
    }
  }
}
