import { Type } from 'typebox'
import { longestInstructions } from '../../domain/people/active-workspace.ts'
import { removeOwnWorkspace } from '../../domain/people/workspace-removal.ts'
import {
  createOwnWorkspace,
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../domain/people/workspace-settings.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'How a workspace is set is for its people to decide.' }

export const get = operation({
  method: 'POST',
  path: '/app/workspace-settings/get',
  summary: 'How a workspace is set',
  description: 'Its name, its slug, and what its admins say to agents that work in it.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    name: Type.String(),
    slug: Type.String(),
    instructions: fields.textOrNull('Read by every agent in every conversation.'),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: (context, input) => getWorkspaceSettings(context, input.workspaceId),
})

export const update = operation({
  method: 'POST',
  path: '/app/workspace-settings/update',
  summary: 'Set a workspace',
  description: 'What is left out stays. Empty instructions take them away. The slug never changes.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    instructions: Type.Optional(
      fields.textOrNull('A word to agents.', { maxLength: longestInstructions }),
    ),
  }),
  output: fields.ok,
  errors: [],
  example: { workspaceId: exampleIds.workspace, name: 'Laboratory' },
  tool: forPeople,
  run: async (context, input) => {
    await updateWorkspaceSettings(context, input)
    return fields.done
  },
})

export const create = operation({
  method: 'POST',
  path: '/app/workspace-settings/create',
  summary: 'Make a workspace',
  description: 'You are its first owner. Its slug is made from its name.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
  output: Type.Object({ id: workspaceId }),
  errors: ['FORBIDDEN'],
  example: { name: 'Garden' },
  tool: forPeople,
  run: async (context, { name }) => ({ id: await createOwnWorkspace(context, name) }),
})

export const remove = operation({
  method: 'POST',
  path: '/app/workspace-settings/remove',
  summary: 'Delete a workspace',
  description:
    'Ends it for everybody at once and for good: pages, files, comments, webhooks and bots. `name` is its name, typed by who means it. The audit log stays.',
  access: 'owner',
  audience: 'people',
  input: Type.Object({ workspaceId, name: Type.String({ minLength: 1, maxLength: 200 }) }),
  output: fields.ok,
  errors: ['REAUTHENTICATION_REQUIRED'],
  example: { workspaceId: exampleIds.workspace, name: 'Lab' },
  tool: forPeople,
  run: async (context, input) => {
    await removeOwnWorkspace(context, input)
    return fields.done
  },
})
