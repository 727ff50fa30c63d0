import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import {
  activityFilter,
  activityItem,
  readActivity,
  readFilter,
  toItem,
} from './activity-fields.ts'

const { exampleIds, workspaceId } = fields

export const list = operation({
  method: 'POST',
  path: '/v1/activity/list',
  summary: 'List activity',
  description:
    'Returns what happened in a workspace, newest first, as far as you can read it: changes to pages, comments, proposals, files and members, with the person, the program and the run. For owners it contains the audit log. A response can have fewer items than `limit`; `nextCursor` says whether there are more. `GET /v1/activity/export` returns everything as JSON lines.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    ...activityFilter,
    cursor: Type.Optional(
      Type.String({ maxLength: 300, description: '`nextCursor` to continue.' }),
    ),
    limit: fields.limit,
  }),
  output: Type.Object({
    items: Type.Array(Type.Object(activityItem)),
    nextCursor: fields.textOrNull('Continues the list. Null at its end.'),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'The tool list_activity has names of pages and people as parameters.' },
  run: async (context, { workspaceId: _entered, cursor, limit = 50, ...given }) => {
    const { items, next } = await readActivity(context, {
      filter: readFilter(given),
      cursor,
      limit,
    })
    return { items: items.map(toItem), nextCursor: next ?? null }
  },
})
