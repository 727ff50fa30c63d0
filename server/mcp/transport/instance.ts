import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { version } from '../../lib/version.ts'
import { writeInstructions } from '../instructions.ts'
import { getPrompt, listPrompts } from '../prompts.ts'
import { listResources, readResource, resourceTemplates } from '../resources.ts'
import { callTool } from '../tools/call-tool.ts'
import { toAppError } from '../tools/results.ts'
import { listTools } from '../tools/tools.ts'
import { PlainServer } from './plain-server.ts'
import type { Session } from './session.ts'

/** Who answers, as told to every client. */
export const serverInfo = { name: 'quire', title: 'Quire', version }

const minute = 60_000
/** All of it depends on whose key it is. Tools change only with the program, the rest with the pages. */
const cacheHints = {
  'server/discover': { ttlMs: 5 * minute, cacheScope: 'private' },
  'tools/list': { ttlMs: 5 * minute, cacheScope: 'private' },
  'resources/templates/list': { ttlMs: 5 * minute, cacheScope: 'private' },
  'prompts/list': { ttlMs: minute, cacheScope: 'private' },
  'resources/list': { ttlMs: minute, cacheScope: 'private' },
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
} as const

const capabilities = {
  tools: { listChanged: false },
  prompts: { listChanged: false },
  resources: { listChanged: false },
}

/**
 * What answers one request. The low-level class of the SDK, because this is made anew for every request:
 * it costs microseconds, where registering every tool by itself costs a millisecond.
 */
export async function buildServer(session: Session): Promise<Server> {
  const instructions = session.isOpening ? await writeInstructions(session) : undefined
  const server = new PlainServer(serverInfo, {
    capabilities,
    cacheHints,
    ...(instructions === undefined ? {} : { instructions }),
  })
  server.setRequestHandler('tools/list', () => ({
    tools: [...listTools(session.context.caller)],
  }))
  server.setRequestHandler('tools/call', ({ params }) =>
    callTool(session, params.name, params.arguments ?? {}),
  )
  server.setRequestHandler('prompts/list', ({ params }) =>
    guarded(session, () => listPrompts(session, params?.cursor)),
  )
  server.setRequestHandler('prompts/get', ({ params }) =>
    guarded(session, () => getPrompt(session, params.name, params.arguments ?? {})),
  )
  server.setRequestHandler('resources/list', ({ params }) =>
    guarded(session, () => listResources(session, params?.cursor)),
  )
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  server.setRequestHandler('resources/read', ({ params }) =>
    guarded(session, () => readResource(session, params.uri)),
  )
  return server
}

/** Refusals outside of tools are errors of the protocol, with the same code and message. */
async function guarded<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const known = toAppError(error)
    if (known.code === 'INTERNAL') session.report(error)
    const { code, message } = known
    throw known.code === 'INTERNAL'
      ? new ProtocolError(ProtocolErrorCode.InternalError, message, { code })
      : new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code })
  }
}
