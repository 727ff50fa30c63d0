import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { AppError } from '../../lib/errors.ts'
import type { Listening } from './listening.ts'
import type { McpRequest } from './request.ts'
import type { ServerFactory } from './server-factory.ts'

export type Handler = {
  answer: (request: Request, body: unknown, mcpRequest: McpRequest) => Promise<Response>
  close: () => Promise<void>
}

/**
 * Serves all revisions of the protocol on one path, without sessions. The SDK serves revision 2026-07-28. For
 * older revisions it rejects plain JSON-RPC clients (406) and always streams, so this module serves those.
 */
export function createHandler(
  createServer: ServerFactory,
  report: (error: unknown) => void,
  listening: Listening,
): Handler {
  const mcpRequests = new WeakMap<Request, McpRequest>()
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const mcpRequest = requestInfo === undefined ? undefined : mcpRequests.get(requestInfo)
      if (mcpRequest === undefined)
        throw new AppError('INTERNAL', 'MCP request without its context.')
      return createServer({ ...mcpRequest, canListen: true })
    },
    { legacy: 'reject' },
  )
  return {
    answer: async (request, body, mcpRequest) => {
      if (await isLegacyRequest(request, body))
        return answerLegacy(createServer, request, body, mcpRequest, report)
      if (isListen(body)) return listening.answer(createServer, request, body, mcpRequest)
      mcpRequests.set(request, mcpRequest)
      return modern.fetch(request, { parsedBody: body })
    },
    close: async () => void (await Promise.all([modern.close(), listening.close()])),
  }
}

function isListen(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    'method' in body &&
    body.method === 'subscriptions/listen'
  )
}

async function answerLegacy(
  createServer: ServerFactory,
  request: Request,
  body: unknown,
  mcpRequest: McpRequest,
  report: (error: unknown) => void,
): Promise<Response> {
  request.headers.set('accept', 'application/json, text/event-stream')
  const server = await createServer(mcpRequest)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    server.close().catch(report)
  }
}
