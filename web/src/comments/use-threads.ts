import { useQuery, useQueryClient } from '@tanstack/react-query'
import { includes } from '../lib/access/levels.ts'
import { usePageLevel } from '../lib/access/page-level.ts'
import { client } from '../lib/client.ts'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

export type Thread = Awaited<ReturnType<typeof client.comments.list>>['threads'][number]
export type ThreadComment = Thread['comments'][number]
export type Quote = { text: string; block?: number; start?: number }

/** As many threads as one answer has. */
const partSize = 500
/** A page shows the oldest ones. */
const maxThreads = 5000

type PageIds = { workspaceId: string; pageId: string }

export function threadsQuery(page: PageIds, includeResolved: boolean) {
  const asked = { ...page, includeResolved }
  return {
    queryKey: ['comments', 'list', asked],
    queryFn: ({ signal }: { signal: AbortSignal }) => listAll(asked, signal),
  }
}

async function listAll(page: PageIds & { includeResolved: boolean }, signal: AbortSignal) {
  const threads: Thread[] = []
  for (;;) {
    const part = { ...page, limit: partSize, offset: threads.length }
    const found = await client.comments.list(part, { signal })
    threads.push(...found.threads)
    const isLast = found.threads.length < partSize || threads.length >= maxThreads
    if (isLast) return { threads, total: found.total }
  }
}

export function useThreads(page: PageIds, includeResolved: boolean) {
  return useQuery(threadsQuery(page, includeResolved))
}

/** The actions on comments. Each resolves to whether it succeeded, and shows a notice when it failed. */
export function useCommentActions({ workspaceId, pageId }: PageIds) {
  const queries = useQueryClient()
  const level = usePageLevel(workspaceId, pageId)
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
    /** Whether the person may comment on the page. */
    canComment: includes(level, 'comment'),
    start: (markdown: string, quote: Quote | undefined) =>
      attempt(t.commentFailed, () =>
        client.comments.create({
          workspaceId,
          pageId,
          markdown,
          ...(quote === undefined ? {} : { quote }),
        }),
      ),
    reply: (threadId: string, markdown: string) =>
      attempt(t.replyFailed, () =>
        client.comments.create({ workspaceId, pageId, parentId: threadId, markdown }),
      ),
    edit: (commentId: string, markdown: string) =>
      attempt(t.editFailed, () => client.comments.update({ workspaceId, commentId, markdown })),
    resolve: (commentId: string, resolved: boolean) =>
      attempt(resolved ? t.resolveFailed : t.reopenFailed, () =>
        client.comments.resolve({ workspaceId, commentId, resolved }),
      ),
    remove: (commentId: string) =>
      attempt(t.deleteFailed, () => client.comments.remove({ workspaceId, commentId })),
  }
}

export type CommentActions = ReturnType<typeof useCommentActions>
