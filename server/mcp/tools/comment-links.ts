import type { Context } from '../../domain/context.ts'
import { commentPath } from '../../domain/inbox/entry-lines.ts'
import { urlOf } from '../../domain/pages/urls.ts'
import { delimitValue } from './delimit.ts'
import type { JsonObject } from './json-object.ts'

type Outcome = { operation: { id: string }; input: JsonObject; output: JsonObject }

/** With the URLs of comments, and their texts delimited. Other outputs stay as they are. */
export function withCommentLinks(
  context: Pick<Context, 'publicUrl'>,
  { operation: { id }, input: { pageId }, output }: Outcome,
): JsonObject {
  const link = (commentId: unknown) =>
    urlOf(context, commentPath(String(pageId).toLowerCase(), String(commentId)))
  const { threads, commentId } = output
  if (id === 'comments.create' && commentId !== undefined) {
    return { ...output, url: link(commentId) }
  }
  if (id !== 'comments.list' || !Array.isArray(threads)) return output
  return { ...output, threads: threads.map((thread) => withLinks(thread, link)) }
}

function withLinks(
  { quote, comments, ...thread }: JsonObject,
  link: (commentId: unknown) => string,
): JsonObject {
  return {
    ...thread,
    quote: isObject(quote)
      ? {
          text: delimitValue(quote['text']),
          block: quote['block'],
          current: delimitValue(quote['current']),
        }
      : quote,
    comments: Array.isArray(comments)
      ? comments.map((comment: JsonObject) => ({
          ...comment,
          url: link(comment['id']),
          markdown: delimitValue(comment['markdown']),
        }))
      : comments,
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}
