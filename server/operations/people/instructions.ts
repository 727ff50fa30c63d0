import { visibleInstructions } from '../../domain/people/active-workspace.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields

export const get = operation({
  method: 'POST',
  path: '/v1/workspace/instructions',
  summary: 'Get the instructions for agents',
  description:
    'Returns what the admins of the workspace tell every agent, such as for an `AGENTS.md`. Guests get none. Clients of MCP receive them when they connect.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    instructions: fields.textOrNull('Markdown. Null without instructions.'),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents receive the instructions when they connect.' },
  run: async (context) => ({ instructions: await visibleInstructions(context) }),
})
