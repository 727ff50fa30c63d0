import type { DescribedItem } from '../../../domain/activity/describe.ts'
import { type ActivityFilter, activitySubjects } from '../../../domain/activity/filter.ts'
import { commentPath } from '../../../domain/inbox/entry-lines.ts'
import { findPerson } from '../../../domain/pages/addressing/find-person.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { canonicalUrl, urlOf } from '../../../domain/pages/urls.ts'
import { toIso } from '../../../lib/clock.ts'
import { isId } from '../../../lib/ids.ts'
import { Type } from '../../../lib/json/type.ts'
import { readActivity, readFilter } from '../../../operations/runs/activity-fields.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'
import { withPaths } from '../page-lines.ts'
import { proposalUrl } from '../proposed.ts'
import { readFitting } from '../results.ts'
import { runOf } from '../run-of.ts'

const maxItems = 100
/** Parts that one call reads to find something. */
const maxParts = 5

export const activity = agentTool({
  name: 'list_activity',
  description:
    'What happened, newest first: who or which agent did what, in which run. For owners with the audit log.',
  effect: 'reads',
  group: 'activity',
  operationId: 'activity.list',
  access: 'read',
  aliases: { pageId: 'page', userId: 'person', runId: 'run' },
  input: Type.Object({
    page: Type.Optional(Type.String({ maxLength: 2048 })),
    person: Type.Optional(Type.String({ maxLength: 300, description: 'ID, name, email or "me"' })),
    run: Type.Optional(Type.String({ maxLength: 36, description: 'ID of a run' })),
    client: Type.Optional(Type.String({ maxLength: 80, description: 'Such as Claude Code' })),
    by: Type.Optional(
      Type.Unsafe<'agents' | 'people'>({ type: 'string', enum: ['agents', 'people'] }),
    ),
    about: Type.Optional(
      Type.Unsafe<(typeof activitySubjects)[number]>({
        type: 'string',
        enum: [...activitySubjects],
      }),
    ),
    since: Type.Optional(Type.String({ maxLength: 40, description: 'ISO time or date' })),
    until: Type.Optional(Type.String({ maxLength: 40 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxItems })),
    cursor: Type.Optional(Type.String({ maxLength: 300 })),
  }),
  run: async (context, { page, person, run, limit = 30, cursor, ...given }) => {
    // An ID can also be that of a deleted page.
    const pageId = page === undefined || isId(page) ? page : await resolvePage(context, page)
    const userId = person === undefined ? undefined : await findPerson(context, person)
    const filter = { ...readFilter(given), pageId, userId, runId: run }
    return readFitting('activity', limit, (maxEntries) =>
      listEntries(context, { filter, cursor, limit: maxEntries }),
    )
  },
})

type Part = { filter: ActivityFilter; cursor: string | undefined; limit: number }

async function listEntries(
  context: AgentContext,
  { filter, cursor, limit }: Part,
): Promise<JsonObject> {
  const items: DescribedItem[] = []
  let next = cursor
  for (let parts = 0; parts < maxParts && items.length < limit; parts += 1) {
    const part = { filter, cursor: next, limit: limit - items.length }
    const read = await readActivity(context, part)
    items.push(...read.items)
    next = read.next
    if (next === undefined) break
  }
  return {
    activity: await withPaths(
      context,
      items,
      ({ page }) => page?.id ?? null,
      (item) => toEntry(context, item),
    ),
    ...(next !== undefined && { cursor: next }),
  }
}

function toEntry(context: AgentContext, item: DescribedItem): JsonObject {
  const { type, at, person, via, page, proposal, run, data } = item
  const { changed, version, title: _title, pageId: _page, ...more } = { ...data }
  const { commentId } = more
  const hasComment = typeof commentId === 'string' && type !== 'comment.deleted'
  const toUrl = (pageId: string) =>
    hasComment ? urlOf(context, commentPath(pageId, commentId)) : canonicalUrl(context, pageId)
  return {
    at: toIso(at),
    what: type,
    by: person === null ? '' : `${person.firstName} ${person.lastName}`.trim(),
    via,
    ...runOf(run),
    ...(page !== null && {
      ...(page.title !== null && { title: page.title }),
      ...(page.isDeleted ? { deletedPage: page.id } : { url: toUrl(page.id) }),
    }),
    ...(proposal !== null && {
      title: proposal.title,
      proposalId: proposal.id,
      url: proposalUrl(context, proposal.id),
    }),
    ...(Array.isArray(changed) && { changed: changed.join(', ') }),
    ...(typeof version === 'number' && { version }),
    ...(item.kind === 'audit' && more),
  }
}
