import { listInbox } from '../../../domain/inbox/entries.ts'
import { pathOf } from '../../../domain/inbox/entry-lines.ts'
import { urlOf } from '../../../domain/pages/urls.ts'
import { toIso } from '../../../lib/clock.ts'
import { Type } from '../../../lib/json/type.ts'
import { inboxKinds } from '../../../lib/vocabulary.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { delimitValue } from '../delimit.ts'
import type { JsonObject } from '../json-object.ts'
import { withPaths } from '../page-lines.ts'
import { readFitting } from '../results.ts'

export const inboxList = agentTool({
  name: 'list_inbox',
  description:
    'Your inbox, newest first: mentions, replies, assignments, proposals to review, changes to watched pages, and runs of your agents. Unread entries only, unless all is true.',
  effect: 'reads',
  group: 'inbox',
  operationId: 'inbox.list',
  access: 'read',
  input: Type.Object({
    all: Type.Optional(Type.Boolean()),
    kind: Type.Optional(
      Type.Unsafe<(typeof inboxKinds)[number]>({ type: 'string', enum: [...inboxKinds] }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  run: (context, { all = false, limit: maxEntries = 30, ...given }) =>
    readFitting('entries', maxEntries, async (limit) => {
      const wanted = { ...given, state: all ? 'all' : 'unread', limit } as const
      const { entries, unread, nextCursor } = await listInbox(context, wanted)
      return {
        entries: await withPaths(
          context,
          entries,
          ({ pageId }) => pageId,
          (entry) => toEntry(context, entry),
        ),
        unread,
        ...(nextCursor !== undefined && { cursor: nextCursor }),
      }
    }),
})

type Entry = Awaited<ReturnType<typeof listInbox>>['entries'][number]

/** The text of a comment is untrusted. */
function toEntry(context: AgentContext, entry: Entry): JsonObject {
  const { id, kind, pageId, pageTitle, proposalId, proposalTitle, commentId, text, readAt } = entry
  const runId = kind === 'run' ? entry.runId : null
  return {
    id,
    kind,
    by: `${entry.firstName} ${entry.lastName}`.trim(),
    at: toIso(entry.createdAt),
    url: urlOf(context, pathOf(entry)),
    ...(pageId !== null && { title: pageTitle }),
    ...(commentId !== null && { comment: commentId, text: delimitValue(text) }),
    ...(proposalId !== null && { title: proposalTitle, proposal: proposalId }),
    ...(runId !== null && { run: runId }),
    ...(readAt !== null && { isRead: true }),
  }
}
