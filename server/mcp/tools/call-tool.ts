import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { withMeta } from '../transport/program.ts'
import { type McpRequest, workspaceOf } from '../transport/request.ts'
import type { JsonObject } from './json-object.ts'
import { errorResult, toAppError } from './results.ts'
import type { AgentTool } from './tool.ts'
import { findTool } from './tools.ts'

/** Calls a tool by its name. Errors become results, so that the agent sees them. Throws ProtocolError. */
export async function callTool(
  request: McpRequest,
  name: string,
  args: JsonObject,
  meta?: JsonObject,
): Promise<CallToolResult> {
  const tool = findTool(name)
  if (tool === undefined) {
    const message = `Unknown tool ${name}. Call tools/list for all tools.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  try {
    return await tool.run(withMeta(request, meta), args)
  } catch (error) {
    const known = toAppError(error)
    if (known.code === 'INTERNAL') request.report(error)
    return errorResult(known, await workspaceName(request, tool, args))
  }
}

/** Of the workspace in which a tool failed, unless that is what failed. */
async function workspaceName(
  request: McpRequest,
  { inputSchema }: AgentTool,
  { workspaceId }: JsonObject,
): Promise<string | undefined> {
  if (!Object.hasOwn(Object(inputSchema['properties']), 'workspaceId')) return undefined
  const found = await workspaceOf(request, workspaceId).catch(() => undefined)
  return found?.name
}
