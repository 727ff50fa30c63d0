import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { showFailure } from '../ui/undo.tsx'

export type Thread = Awaited<ReturnType<typeof client.comments.list>>['threads'][number]
export type ThreadComment = Thread['comments'][number]
export type Said = { text: string; block?: number; start?: number }

type Place = { workspaceId: string; pageId: string }

export function threadsQuery(place: Place, includeResolved: boolean) {
  const asked = { ...place, includeResolved }
  return {
    queryKey: ['comments', 'list', asked],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.comments.list(asked, { signal }),
  }
}

export function useThreads(place: Place, includeResolved: boolean) {
  return useQuery(threadsQuery(place, includeResolved))
}

/** What can be said and done; each says whether it was, and why where it was not. */
export function useCommentActions({ workspaceId, pageId }: Place) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['comments', 'list'] })
  const attempt = async (failure: string, call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await call()
      return true
    } catch (error) {
      showFailure(failure, error)
      return false
    } finally {
      await refresh()
    }
  }
  return {
    start: (markdown: string, quote: Said | undefined) =>
      attempt('The comment was not kept', () =>
        client.comments.create({
          workspaceId,
          pageId,
          markdown,
          ...(quote === undefined ? {} : { quote }),
        }),
      ),
    reply: (threadId: string, markdown: string) =>
      attempt('The answer was not kept', () =>
        client.comments.create({ workspaceId, pageId, parentId: threadId, markdown }),
      ),
    edit: (commentId: string, markdown: string) =>
      attempt('The comment was not changed', () =>
        client.comments.update({ workspaceId, commentId, markdown }),
      ),
    resolve: (commentId: string, resolved: boolean) =>
      attempt(resolved ? 'Not resolved' : 'Not opened again', () =>
        client.comments.resolve({ workspaceId, commentId, resolved }),
      ),
    remove: (commentId: string) =>
      attempt('The comment was not deleted', () =>
        client.comments.remove({ workspaceId, commentId }),
      ),
  }
}

export type CommentActions = ReturnType<typeof useCommentActions>
