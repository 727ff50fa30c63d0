import { describeActivity, type DescribedItem } from '../../domain/activity/describe.ts'
import { type ActivityFilter, activitySubjects } from '../../domain/activity/filter.ts'
import { listActivity } from '../../domain/activity/list-activity.ts'
import { mayReadAudit } from '../../domain/activity/people.ts'
import type { WorkspaceContext } from '../../domain/context.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { vias } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { run, toRun } from './fields.ts'

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

/** Which activity; the same for the list, the tool and the export. */
export const activityFilter = {
  pageId: Type.Optional(
    fields.id(
      'Only what happened to this page, its comments, its files and proposals that change it.',
    ),
  ),
  userId: Type.Optional(fields.id('Only what this person did, or a program with their key.')),
  keyId: Type.Optional(fields.id('Only what was done with this API key.')),
  runId: Type.Optional(fields.id('Only this run.')),
  client: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Only of programs that call themselves this.',
    }),
  ),
  via: Type.Optional(fields.oneOf(vias, 'Only what was done this way.')),
  by: Type.Optional(
    fields.oneOf(['agents', 'people'], '`agents` used an API key, `people` did not.'),
  ),
  about: Type.Optional(fields.oneOf(activitySubjects, 'Only this kind of thing.')),
  since: time('ISO 8601 date or time: only from then on.'),
  until: time('ISO 8601 date or time: only before then.'),
}

type Given = Omit<ActivityFilter, 'since' | 'until'> & { since?: string; until?: string }

/** Throws VALIDATION_FAILED. */
export function readFilter({ since, until, ...filter }: Given): ActivityFilter {
  const timeOf = (path: string, text: string | undefined) =>
    text === undefined ? undefined : fields.readTime(path, text)
  return { ...filter, since: timeOf('/since', since), until: timeOf('/until', until) }
}

export const activityItem = {
  id: fields.id('ID of the event, or of the entry in the audit log.'),
  kind: fields.oneOf(['event', 'audit'], '`audit` is an entry of the audit log.'),
  type: Type.String({
    description: 'Type of the event, such as `page.updated`, or action, such as `member.add`.',
  }),
  at: fields.instant,
  person: Type.Union([fields.person, Type.Null()], {
    description: 'Who did it. Null for the operator of the server.',
  }),
  via: Type.String({ description: 'How it was done, as in `/v1/history/list`.' }),
  run,
  page: Type.Union(
    [
      Type.Object({
        id: fields.pageId,
        title: fields.textOrNull('Title. Null if the page is deleted and the title unknown.'),
        isDeleted: Type.Boolean(),
      }),
      Type.Null(),
    ],
    { description: 'The page that it happened to.' },
  ),
  proposal: Type.Union(
    [Type.Object({ id: fields.id('ID of the proposal.'), title: Type.String() }), Type.Null()],
    {
      description: 'The proposal that it happened to.',
    },
  ),
  data: Type.Object(
    {},
    {
      additionalProperties: true,
      description:
        'Fields of the event, as in `/v1/changes`; of the audit log: `outcome`, `subject` and `details`.',
    },
  ),
}

export function toItem({ at, run: of, ...rest }: DescribedItem) {
  return { ...rest, at: toIso(at), run: toRun(of) }
}

/** A part of the list, for all its readers. */
export async function readActivity(
  context: WorkspaceContext,
  { filter, cursor, limit }: { filter: ActivityFilter; cursor: string | undefined; limit: number },
): Promise<{ items: DescribedItem[]; next: string | undefined }> {
  const hasAudit = await mayReadAudit(context)
  const { items, next } = await listActivity(context, { filter, cursor, limit, hasAudit })
  return { items: await describeActivity(context, items), next }
}
