import { agentRoles, listAgents } from '../../domain/agents/agents.ts'
import { createAgent, removeAgent, updateAgent } from '../../domain/agents/changes.ts'
import { pauseAgent, reassignAgent, resumeAgent } from '../../domain/agents/owners.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { pageFields } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'People manage agent accounts in the web app.' }
const agentId = fields.id('ID of the agent account.')
const ownerId = fields.id('ID of the person who answers for the agent.')
const name = Type.String({ minLength: 1, maxLength: 100 })
const icon = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  maxLength: pageFields.icon.maxLength,
  description: 'An emoji, or null.',
})
const role = fields.oneOf(
  agentRoles,
  'What the agent can do at most: `read`, `comment`, `propose` changes, or `write`.',
)
const scope = fields.oneOf(
  ['workspace', 'shared'],
  '`workspace`: the agent sees what everyone sees. `shared`: only the pages shared with it.',
)
const address = { workspaceId, agentId }
const one = { workspaceId: exampleIds.workspace, agentId: exampleIds.page }

export const list = operation({
  method: 'POST',
  path: '/app/agent-accounts/list',
  summary: 'List the agent accounts',
  description:
    'Returns the agents that are members of a workspace, by name, with the people who answer for them.',
  access: 'member',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    agents: Type.Array(
      Type.Object({
        id: agentId,
        name: Type.String(),
        icon: fields.textOrNull('An emoji.'),
        role,
        scope,
        owner: fields.person,
        pauseReason: Type.Union([Type.Literal('requested'), Type.Literal('owner'), Type.Null()], {
          description:
            'Why the agent is paused: a person `requested` it, or its `owner` left, was disabled or lost write access. Null while it is active.',
        }),
        pausedAt: fields.textOrNull('Since when it is paused.'),
        createdAt: fields.instant,
        isManaged: Type.Boolean({ description: 'Whether you can change the agent.' }),
        webhook: Type.Union(
          [
            Type.Object({
              url: Type.String(),
              enabled: Type.Boolean({ description: 'False after too many failures.' }),
            }),
            Type.Null(),
          ],
          { description: 'Only if you can change the agent.' },
        ),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => ({
    agents: (await listAgents(context, input.workspaceId)).map(
      ({ userId, ownerId: owner, ownerFirstName, ownerLastName, ...agent }) => ({
        ...agent,
        id: userId,
        owner: { id: owner, firstName: ownerFirstName, lastName: ownerLastName },
        pausedAt: agent.pausedAt === null ? null : toIso(agent.pausedAt),
        createdAt: toIso(agent.createdAt),
      }),
    ),
  }),
})

export const create = operation({
  method: 'POST',
  path: '/app/agent-accounts/create',
  summary: 'Create an agent account',
  description:
    'Creates an agent that is a member of the workspace, with you as its owner. Owners and admins can name another owner. With `pageIds`, the agent sees only these pages and the pages below them; you must manage them. A workspace can have 100 agents.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    workspaceId,
    name,
    icon: Type.Optional(icon),
    role,
    pageIds: Type.Optional(
      Type.Array(fields.pageId, {
        maxItems: 50,
        description:
          'The pages that the agent is limited to. Left out, it sees what everyone sees.',
      }),
    ),
    ownerId: Type.Optional(ownerId),
  }),
  output: Type.Object({ id: agentId }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: {
    workspaceId: exampleIds.workspace,
    name: 'Release notes',
    icon: '🤖',
    role: 'comment',
  },
  tool: forPeople,
  run: async (context, input) => ({ id: await createAgent(context, input) }),
})

export const update = operation({
  method: 'POST',
  path: '/app/agent-accounts/update',
  summary: 'Change an agent account',
  description:
    'Changes the name, icon, role or scope. Fields that are left out stay. A new role applies from the next request. Only the owner of the agent and owners and admins of the workspace can do this.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    ...address,
    name: Type.Optional(name),
    icon: Type.Optional(icon),
    role: Type.Optional(role),
    scope: Type.Optional(scope),
  }),
  output: fields.ok,
  errors: ['AGENT_NOT_FOUND'],
  example: { ...one, role: 'write' },
  tool: forPeople,
  run: async (context, input) => {
    await updateAgent(context, input)
    return fields.done
  },
})

export const reassign = operation({
  method: 'POST',
  path: '/app/agent-accounts/reassign',
  summary: 'Choose another owner for an agent',
  description:
    'The new owner must be a member who can write. An agent that was paused because its owner left, was disabled or lost write access resumes.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ ...address, ownerId }),
  output: fields.ok,
  errors: ['AGENT_NOT_FOUND'],
  example: { ...one, ownerId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await reassignAgent(context, input)
    return fields.done
  },
})

export const pause = operation({
  method: 'POST',
  path: '/app/agent-accounts/pause',
  summary: 'Pause an agent',
  description:
    'From the next request, the keys of the agent are rejected with 403, and its webhook receives nothing. Pausing a paused agent has no effect.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object(address),
  output: fields.ok,
  errors: ['AGENT_NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, input) => {
    await pauseAgent(context, input)
    return fields.done
  },
})

export const resume = operation({
  method: 'POST',
  path: '/app/agent-accounts/resume',
  summary: 'Resume a paused agent',
  description:
    'An agent whose owner left, was disabled or lost write access needs another owner instead.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object(address),
  output: fields.ok,
  errors: ['AGENT_NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, input) => {
    await resumeAgent(context, input)
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/agent-accounts/remove',
  summary: 'Remove an agent',
  description:
    'Revokes its keys, and removes its webhook and its membership. What it wrote stays, with its name.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object(address),
  output: fields.ok,
  errors: ['AGENT_NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, input) => {
    await removeAgent(context, input)
    return fields.done
  },
})
