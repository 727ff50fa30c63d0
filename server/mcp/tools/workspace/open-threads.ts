import { listOpenThreads, type OpenThread } from '../../../domain/comments/open-threads.ts'
import { commentPath } from '../../../domain/inbox/entry-lines.ts'
import { findPerson } from '../../../domain/pages/addressing/find-person.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { urlOf } from '../../../domain/pages/urls.ts'
import { toIso } from '../../../lib/clock.ts'
import { Type } from '../../../lib/json/type.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { delimitValue } from '../delimit.ts'
import type { JsonObject } from '../json-object.ts'
import { withPaths } from '../page-lines.ts'
import { readFitting } from '../results.ts'

export const openThreadsList = agentTool({
  name: 'list_open_threads',
  description:
    'Comment threads that are not resolved, newest first: of the workspace, or under a page.',
  effect: 'reads',
  group: 'inbox',
  operationId: 'comments.listOpen',
  access: 'read',
  aliases: { underPageId: 'under', authorId: 'author' },
  input: Type.Object({
    under: Type.Optional(
      Type.String({ maxLength: 2048, description: 'This page and those below it' }),
    ),
    author: Type.Optional(Type.String({ maxLength: 300, description: 'ID, name, email or "me"' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  run: async (context, { under, author, limit: maxThreads = 30, cursor }) => {
    const underPageId = under === undefined ? undefined : await resolvePage(context, under)
    const authorId = author === undefined ? undefined : await findPerson(context, author)
    return readFitting('threads', maxThreads, async (limit) => {
      const wanted = { underPageId, authorId, cursor, limit }
      const { threads, nextCursor } = await listOpenThreads(context, wanted)
      return {
        threads: await withPaths(
          context,
          threads,
          ({ pageId }) => pageId,
          (thread) => toThread(context, thread),
        ),
        ...(nextCursor !== undefined && { cursor: nextCursor }),
      }
    })
  },
})

/** Texts of comments and pages are untrusted. */
function toThread(context: AgentContext, thread: OpenThread): JsonObject {
  const { id, pageId, pageTitle, text, quote, replies } = thread
  return {
    id,
    by: `${thread.firstName} ${thread.lastName}`.trim(),
    at: toIso(thread.createdAt),
    title: pageTitle,
    url: urlOf(context, commentPath(pageId, id)),
    text: delimitValue(text),
    ...(quote !== null && { quote: delimitValue(quote) }),
    ...(replies > 0 && { replies, lastAt: toIso(thread.lastAt) }),
  }
}
