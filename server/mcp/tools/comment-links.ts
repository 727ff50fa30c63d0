import type { Context } from '../../domain/context.ts'
import { commentPath } from '../../domain/inbox/entry-lines.ts'
import { urlOf } from '../../domain/pages/urls.ts'
import type { JsonObject } from './json-object.ts'

type Outcome = { operation: { id: string }; input: JsonObject; output: JsonObject }

/** With the URL of a new comment. Other outputs stay as they are. */
export function withCommentLink(
  context: Pick<Context, 'publicUrl'>,
  { operation: { id }, input: { pageId }, output }: Outcome,
): JsonObject {
  const { commentId } = output
  if (id !== 'comments.create' || typeof commentId !== 'string') return output
  const path = commentPath(String(pageId).toLowerCase(), commentId)
  return { ...output, url: urlOf(context, path) }
}
