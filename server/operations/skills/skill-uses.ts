import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { lastUsedAt, toIsoOrNull, uses, version } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields

export const list = operation({
  method: 'POST',
  path: '/v1/skills/uses',
  summary: 'List who uses a skill',
  description:
    'Returns how often programs and agents got a skill or agent, and who they are, the last ones first: of one version, or of all that you can read. Reading it in the app does not count. Guests see their own name, and the uses of others without names.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, version: Type.Optional(version) }),
  output: Type.Object({
    uses,
    lastUsedAt,
    since: { ...fields.instant, description: 'Uses are counted since then.' },
    users: Type.Array(
      Type.Object({
        kind: fields.oneOf(
          ['person', 'agent', 'public', 'hidden'],
          '`public`: everyone on the internet. `hidden`: people whose names you cannot see.',
        ),
        person: Type.Unsafe<{ id: string; firstName: string; lastName: string } | null>({
          anyOf: [fields.person, { type: 'null' }],
          description: 'The person, or the agent account.',
        }),
        client: fields.textOrNull('What the program calls itself, unverified.'),
        uses,
        lastUsedAt: fields.instant,
      }),
      { description: 'At most 200.' },
    ),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'VERSION_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, pageId: exampleIds.skill },
  tool: { none: 'Agents read the counts with list_skill_versions.' },
  run: async (context, input) => {
    const { listUses } = await import('../../domain/skills/use/list-uses.ts')
    const found = await listUses(context, input)
    return {
      uses: found.uses,
      lastUsedAt: toIsoOrNull(found.lastAt),
      since: toIso(found.since),
      users: found.users.map(({ lastAt, client, ...user }) => ({
        ...user,
        client: client === '' ? null : client,
        lastUsedAt: toIso(lastAt),
      })),
    }
  },
})
