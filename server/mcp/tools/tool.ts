import type { CallToolResult } from '@modelcontextprotocol/server'
import type { OperationId } from '../../operations/index.ts'
import type { Effect, ToolGroup } from '../../operations/operation.ts'
import type { McpRequest } from '../transport/request.ts'
import type { JsonObject } from './json-object.ts'

export type AgentTool = {
  name: string
  description: string
  effect: Effect
  /** Listed only if `?tools=` names it. */
  group?: ToolGroup | undefined
  /** The operation it calls. */
  operationId: OperationId
  inputSchema: JsonObject
  outputSchema: JsonObject | undefined
  run: (request: McpRequest, args: JsonObject) => Promise<CallToolResult>
}

/** No tool reaches outside the workspace, so `openWorldHint` is always false. */
const hints = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  sets: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  replaces: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const satisfies Record<Effect, object>

/** A tool as in `tools/list`. */
export function describeTool({ name, description, effect, inputSchema, outputSchema }: AgentTool) {
  return {
    name,
    description,
    // SAFETY: made by schemas.ts, whose every schema is that of an object.
    inputSchema: inputSchema as { type: 'object' },
    // SAFETY: as above.
    ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as { type: 'object' } }),
    annotations: { ...hints[effect], openWorldHint: false },
  }
}
