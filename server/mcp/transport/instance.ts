import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { version } from '../../lib/version.ts'
import { writeInstructions } from '../instructions.ts'
import { getPrompt, listPrompts } from '../prompts.ts'
import { listResources, readResource, resourceTemplates } from '../resources.ts'
import { serveSkills, skillsExtension } from '../skills-extension.ts'
import { callTool } from '../tools/call-tool.ts'
import { toAppError } from '../tools/results.ts'
import { listTools } from '../tools/tools.ts'
import { PlainServer } from './plain-server.ts'
import type { McpRequest } from './request.ts'

/** Name and version of this MCP server. */
export const serverInfo = { name: 'quire', title: 'Quire', version }

const minuteMs = 60_000
/** All results depend on the API key. Tools change only with the program, the rest with the pages. */
const cacheHints = {
  'server/discover': { ttlMs: 5 * minuteMs, cacheScope: 'private' },
  'tools/list': { ttlMs: 5 * minuteMs, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 5 * minuteMs, cacheScope: 'private' },
  'prompts/list': { ttlMs: minuteMs, cacheScope: 'private' },
  'resources/list': { ttlMs: minuteMs, cacheScope: 'private' },
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const

const capabilities = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false },
  extensions: skillsExtension,
}
/** Of revisions with `subscriptions/listen`. Tools change only with the program. */
const listening = {
  tools: { listChanged: false },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  extensions: skillsExtension,
}

/**
 * The server for one request. It uses the low-level class of the SDK because it is created for every request:
 * this takes microseconds, while registering every tool takes a millisecond.
 */
export async function buildServer(request: McpRequest): Promise<Server> {
  const instructions = request.isInitializing ? await writeInstructions(request) : undefined
  const server = new PlainServer(serverInfo, {
    capabilities: request.canListen === true ? listening : capabilities,
    cacheHints,
    ...(instructions === undefined ? {} : { instructions }),
  })
  server.setRequestHandler('tools/list', () =>
    withProtocolErrors(request, async () => ({
      tools: listTools(request.context.caller, request.toolsets),
    })),
  )
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(request, params.name, params.arguments ?? {}, params._meta),
  )
  server.setRequestHandler('prompts/list', ({ params }) =>
    withProtocolErrors(request, () => listPrompts(request, params?.cursor)),
  )
  server.setRequestHandler('prompts/get', ({ params }) =>
    withProtocolErrors(request, () => getPrompt(request, params.name, params.arguments ?? {})),
  )
  server.setRequestHandler('resources/list', ({ params }) =>
    withProtocolErrors(request, () => listResources(request, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params }) =>
    withProtocolErrors(request, () => readResource(request, params.uri)),
  )
  serveSkills(server, request, (work) => withProtocolErrors(request, work))
  return server
}

/** Outside of tools, errors become protocol errors with the same code and message. */
async function withProtocolErrors<Result>(
  request: McpRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const known = toAppError(error)
    if (known.code === 'INTERNAL') request.report(error)
    const { code, message } = known
    throw known.code === 'INTERNAL'
      ? new ProtocolError(ProtocolErrorCode.InternalError, message, { code })
      : new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code })
  }
}
