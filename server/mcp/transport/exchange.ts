import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { AppError } from '../../lib/errors.ts'
import type { Session } from './session.ts'

/** Makes what answers one request; tests put fixtures in its place. */
export type Build = (session: Session) => Promise<Server | McpServer>

export type Exchange = {
  answer: (request: Request, body: unknown, session: Session) => Promise<Response>
  close: () => Promise<void>
}

/**
 * Both eras of the protocol on one path, and no sessions. The SDK serves revision 2026-07-28; its own
 * serving of the older ones refuses plain JSON-RPC clients (406) and always streams, so that is done here.
 */
export function createExchange(build: Build, report: (error: unknown) => void): Exchange {
  const sessions = new WeakMap<Request, Session>()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const session = requestInfo === undefined ? undefined : sessions.get(requestInfo)
      if (session === undefined) throw new AppError('INTERNAL', 'A request without its session.')
      return build(session)
    },
    { legacy: 'reject' },
  )
  return {
    answer: async (request, body, session) => {
      if (await isLegacyRequest(request, body))
        return answerLegacy(build, request, body, session, report)
      sessions.set(request, session)
      return modern.fetch(request, { parsedBody: body })
    },
    close: () => modern.close(),
  }
}

async function answerLegacy(
  build: Build,
  request: Request,
  body: unknown,
  session: Session,
  report: (error: unknown) => void,
): Promise<Response> {
  request.headers.set('accept', 'application/json, text/event-stream')
  const server = await build(session)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    server.close().catch(report)
  }
}
