import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { Session } from '../transport/session.ts'
import { refusal, toAppError } from './results.ts'
import type { JsonObject } from './schemas.ts'
import { findTool } from './tools.ts'

/** Calls a tool by its name. What it refuses is a result, so that the agent sees it. */
export async function callTool(
  session: Session,
  name: string,
  given: JsonObject,
): Promise<CallToolResult> {
  const tool = findTool(name)
  if (tool === undefined) {
    const message = `Unknown tool ${name}. Call tools/list for all tools.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  try {
    return await tool.run(session, given)
  } catch (error) {
    const known = toAppError(error)
    if (known.code === 'INTERNAL') session.report(error)
    return refusal(known)
  }
}
