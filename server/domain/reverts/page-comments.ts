import { comments } from '../../store/index.ts'
import { deleteComment, resolveThread } from '../comments/comments.ts'
import type { WorkspaceContext } from '../context.ts'
import type { CommentChange, PageChanges } from './plan.ts'

type Work = () => Promise<void>

/** Removes the comments of the family, and returns threads to the state before. */
export async function planComments(
  context: WorkspaceContext,
  workspaceId: string,
  { comments: changes }: PageChanges,
): Promise<Work[]> {
  const works: Work[] = []
  const threads = new Map<string, CommentChange>()
  const created = changes.filter(({ kind }) => kind === 'created')
  for (const change of changes) {
    const isState = change.kind === 'resolved' || change.kind === 'reopened'
    if (isState && !threads.has(change.threadId)) threads.set(change.threadId, change)
  }
  for (const { threadId, kind } of threads.values()) {
    const thread = await comments.get(context.store, workspaceId, threadId)
    const resolved = kind === 'reopened'
    if (thread === undefined || (thread.resolvedAt !== null) === resolved) continue
    if (created.some(({ commentId }) => commentId === threadId)) continue
    works.push(() => resolveThread(context, { workspaceId, commentId: threadId, resolved }))
  }
  // Replies before the first comment of their thread, which then leaves nothing.
  for (const { commentId } of created.toReversed()) {
    const comment = await comments.get(context.store, workspaceId, commentId)
    if (comment === undefined || comment.deletedAt !== null) continue
    works.push(() => deleteComment(context, { workspaceId, commentId }))
  }
  return works
}
