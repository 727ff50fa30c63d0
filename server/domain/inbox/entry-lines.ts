import type { InboxKind } from '../../lib/vocabulary.ts'
import type { inbox } from '../../store/index.ts'

/** The message about an entry in emails and chats. */
export function messageOf({
  kind,
  commentId,
}: Pick<inbox.InboxItem, 'kind' | 'commentId'>): InboxKind | 'mentionInComment' {
  return kind === 'mention' && commentId !== null ? 'mentionInComment' : kind
}

/** Who caused an entry; `client` is the program that acted for the person, if one did. */
export function actorOf({
  firstName,
  lastName,
  runKeyId,
  runClient,
}: Pick<inbox.InboxItem, 'firstName' | 'lastName' | 'runKeyId' | 'runClient'>): {
  person: string
  client: string
} {
  const client = runKeyId === null ? '' : (runClient ?? '')
  return { person: `${firstName} ${lastName}`.trim(), client }
}

/** Where the web app shows a page with the thread of a comment. */
export function commentPath(pageId: string, commentId: string): string {
  return `/pages/${pageId}#comment-${commentId}`
}

/** Where an entry leads in the web app. */
export function pathOf({
  kind,
  pageId,
  commentId,
  proposalId,
  runId,
}: Pick<inbox.InboxItem, 'kind' | 'pageId' | 'commentId' | 'proposalId' | 'runId'>): string {
  if (kind === 'run') return `/activity?run=${runId}`
  if (pageId === null) return `/proposals/${proposalId}`
  return commentId === null ? `/pages/${pageId}` : commentPath(pageId, commentId)
}
