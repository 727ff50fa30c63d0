import { getRun, listRuns, type RunSummary } from '../../domain/activity/list-runs.ts'
import { type PersonName, readPeople } from '../../domain/activity/people.ts'
import type { WorkspaceContext } from '../../domain/context.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const runId = fields.id('ID of the run.')

const listed = {
  id: runId,
  name: fields.textOrNull('The name that the program gave it with `Quire-Run`. Null without one.'),
  person: Type.Union([fields.person, Type.Null()], {
    description: 'Who made the changes, or whose key was used.',
  }),
  isAgent: Type.Boolean({ description: 'Whether a program made the changes with an API key.' }),
  keyId: fields.idOrNull('ID of the API key, if it is yours.'),
  client: fields.textOrNull('What the program calls itself. Nobody has checked it.'),
  via: Type.String({ description: 'How the changes were made, as in `/v1/history/list`.' }),
  startedAt: fields.instant,
  lastAt: Type.Unsafe<string>({
    ...fields.instant,
    description: 'Time of the last change, up to a minute behind.',
  }),
  changes: Type.Integer({ description: 'Number of changes that you can read.' }),
  pages: Type.Integer({ description: 'Number of pages that they changed.' }),
  types: Type.Record(Type.String(), Type.Integer(), {
    description: 'Number of changes by type of event, such as `page.updated`.',
  }),
}

export const list = operation({
  method: 'POST',
  path: '/v1/runs/list',
  summary: 'List runs',
  description:
    'Returns the runs of a workspace, the latest start first: what one program or person changed without a pause of 30 minutes, or under a name. Contains only runs with a change that you can read; a response can have fewer runs than `limit`.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    userId: Type.Optional(fields.id('Only runs of this person and their keys.')),
    keyId: Type.Optional(fields.id('Only runs of this API key.')),
    client: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 80,
        description: 'Only runs of programs that call themselves this.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: '`nextCursor` to continue.' }),
    ),
    limit: fields.limit,
  }),
  output: Type.Object({
    runs: Type.Array(Type.Object(listed)),
    nextCursor: fields.textOrNull('Continues the list. Null at its end.'),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents see runs with list_activity.' },
  run: async (context, { userId = '', keyId = '', client = '', cursor, limit = 50 }) => {
    const filter = { userId, keyId, client }
    const { runs: found, next } = await listRuns(context, { filter, after: cursor, limit })
    const people = await readPeople(
      context.store,
      found.map((run) => run.userId),
    )
    const items = found.map((run) => toListed(context, run, people))
    return { runs: items, nextCursor: next ?? null }
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/runs/get',
  summary: 'Get a run',
  description: 'Returns a run with the number of its changes. `/v1/activity/list` lists them.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, runId }),
  output: Type.Object(listed),
  errors: ['RUN_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, runId: exampleIds.run },
  tool: { none: 'Agents see runs with list_activity.' },
  run: async (context, input) => {
    const run = await getRun(context, input.runId)
    return toListed(context, run, await readPeople(context.store, [run.userId]))
  },
})

/** Keys are known to their owners only. */
function toListed(
  { caller }: WorkspaceContext,
  { userId, keyId, client, name, startedAt, lastAt, ...run }: RunSummary,
  people: ReadonlyMap<string, PersonName>,
) {
  return {
    ...run,
    name: name === '' ? null : name,
    client: client === '' ? null : client,
    person: people.get(userId) ?? null,
    isAgent: keyId !== null,
    keyId: userId === caller.userId ? keyId : null,
    startedAt: toIso(startedAt),
    lastAt: toIso(lastAt),
  }
}
