import { maxInstructionsLength } from '../../domain/people/active-workspace.ts'
import { removeOwnWorkspace } from '../../domain/people/workspace-removal.ts'
import {
  createOwnWorkspace,
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../domain/people/workspace-settings.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const keepsLineBreaks = Type.Boolean({
  description:
    'Whether a line end within a paragraph is shown as a line break. Otherwise it is a space, as Markdown has it.',
})
const forPeople = { none: 'People manage workspace settings.' }

export const get = operation({
  method: 'POST',
  path: '/app/workspace-settings/get',
  summary: 'Get the settings of a workspace',
  description:
    'Returns the name and slug of a workspace, its instructions for agents, and how it shows line ends.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    name: Type.String(),
    slug: Type.String(),
    instructions: fields.textOrNull(
      'Instructions that every agent reads at the start of a conversation.',
    ),
    keepsLineBreaks,
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: (context, input) => getWorkspaceSettings(context, input.workspaceId),
})

export const update = operation({
  method: 'POST',
  path: '/app/workspace-settings/update',
  summary: 'Update the settings of a workspace',
  description:
    'Changes only the fields you send. Empty instructions remove them. The slug never changes.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    instructions: Type.Optional(
      fields.textOrNull('Instructions for agents.', { maxLength: maxInstructionsLength }),
    ),
    keepsLineBreaks: Type.Optional(keepsLineBreaks),
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
  summary: 'Create a workspace',
  description: 'Creates a workspace that you own. Its slug is derived from its name.',
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
    'Permanently deletes a workspace with its pages, files, comments, webhooks and bots. Send its name in `name` to confirm. The audit log remains.',
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
