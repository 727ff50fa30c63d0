import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../lib/errors.ts'
import type { answerToolCall } from './fast-path.ts'
import type { Handler } from './handler.ts'
import { requireHost, requireOrigin } from './hosts.ts'
import { readMessages } from './messages.ts'
import { InitializedClients } from './program.ts'
import type { McpRequest } from './request.ts'
import type { ServerFactory } from './server-factory.ts'
import { routeUploadLinks } from './uploads.ts'

/** The same as for uploads in the REST API. */
const maxBodyBytes = 8 * 1024 * 1024
const parseError = -32_700
/** The SDK rejects larger batches. */
const maxBatchSize = 100

type Settings = Pick<Config, 'publicUrl' | 'uploadLimit'>
/** A repeated parameter is a list. */
type Query = { workspace?: string | string[]; tools?: string | string[] }

/** MCP on `/mcp`: the table of operations for agents, behind the same keys and limits as REST. */
export async function routeMcp(
  server: FastifyInstance,
  app: Pick<App, 'contextFor' | 'changes' | 'commits'>,
  settings: Settings,
  createServer?: ServerFactory,
): Promise<void> {
  refuseOauth(server)
  routeUploadLinks(server, app, settings)
  await server.register(async (mcp) => {
    const report = (error: unknown): void => mcp.log.error({ err: error }, 'MCP request failed')
    const clients = new InitializedClients()
    let loaded: Promise<Endpoint> | undefined
    const load = () => (loaded ??= loadEndpoint(app, createServer, report))
    // Open streams would keep the server running.
    mcp.addHook('preClose', async () => (await loaded)?.handler.close())
    mcp.addHook('onRequest', async (request) => {
      requireHost(request.hostname, settings.publicUrl)
      requireOrigin(request.headers.origin, request.hostname, settings.publicUrl)
    })
    mcp.setErrorHandler((error, request, reply) => {
      if (!isBrokenJson(error)) return server.errorHandler(error, request, reply)
      const { message } = error
      return reply
        .code(400)
        .send({ jsonrpc: '2.0', id: null, error: { code: parseError, message } })
    })
    mcp.post<{ Querystring: Query }>(
      '/mcp',
      { bodyLimit: maxBodyBytes },
      async (request, reply) => {
        await countBatch(request, reply)
        const mcpRequest = toMcpRequest({ ...app, clients }, settings, request, report)
        const body = readMessages(request.body)
        const { handler, answerToolCall } = await load()
        const answer = await answerToolCall?.(mcpRequest, request.headers, body)
        if (answer !== undefined) return reply.type('application/json').send(answer)
        return send(reply, await handler.answer(toWebRequest(request, reply), body, mcpRequest))
      },
    )
  })
}

type Endpoint = {
  handler: Handler
  /** Left out where tests replace the server. */
  answerToolCall: typeof answerToolCall | undefined
}

/** Loads the SDK with the first request: 30 MB of memory, and a fifth of the time to start. */
async function loadEndpoint(
  app: Pick<App, 'changes' | 'commits'>,
  createServer: ServerFactory | undefined,
  report: (error: unknown) => void,
): Promise<Endpoint> {
  const [{ createHandler }, { buildServer }, { Listening }, fastPath] = await Promise.all([
    import('./handler.ts'),
    import('./instance.ts'),
    import('./listening.ts'),
    import('./fast-path.ts'),
  ])
  return {
    handler: createHandler(createServer ?? buildServer, report, new Listening(app, report)),
    answerToolCall: createServer === undefined ? fastPath.answerToolCall : undefined,
  }
}

/** Rate limits count every message of a batch; the HTTP request counts as the first. */
async function countBatch(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { body } = request
  if (Array.isArray(body)) {
    await request.countMore?.(reply, Math.min(body.length, maxBatchSize) - 1)
  }
}

/** Clients that support OAuth try these paths first and expect a JSON 404. */
function refuseOauth(server: FastifyInstance): void {
  const invalid = (): never => {
    throw new AppError(
      'NOT_FOUND',
      'This server does not support OAuth. Send an API key as a Bearer token.',
    )
  }
  for (const path of [
    'oauth-protected-resource',
    'oauth-authorization-server',
    'openid-configuration',
  ]) {
    server.get(`/.well-known/${path}`, { config: { open: true } }, invalid)
    server.get(`/.well-known/${path}/*`, { config: { open: true } }, invalid)
  }
}

function toMcpRequest(
  { contextFor, clients }: Pick<App, 'contextFor'> & { clients: InitializedClients },
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  request: FastifyRequest<{ Querystring: Query }>,
  report: (error: unknown) => void,
): McpRequest {
  const { identity, query, body } = request
  if (identity === undefined || identity instanceof AppError) {
    throw identity ?? new AppError('INVALID_API_KEY', 'Invalid API key')
  }
  const [workspace = ''] = [query.workspace ?? []].flat()
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  return {
    context: {
      ...contextFor({ ...clients.named(identity, body), via: 'mcp' }),
      publicUrl: address,
    },
    fixedWorkspace: workspace === '' ? undefined : workspace,
    toolsets: readToolsets(query.tools),
    isInitializing: [body].flat().some(isInitialize),
    report,
  }
}

/** A list with commas, or a repeated parameter. */
function readToolsets(given: string | string[] = []): string[] {
  const names = [given].flat().flatMap((list) => list.split(','))
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

function isInitialize(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    (message.method === 'initialize' || message.method === 'server/discover')
  )
}

/** Invalid JSON, or JSON nested too deeply. */
function isBrokenJson(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.violations ?? []).some(({ rule }) => rule === 'json' || rule === 'maxDepth')
  )
}

/** The parts of a request that the SDK reads: its headers and its abort signal. The body is already parsed. */
function toWebRequest({ headers }: FastifyRequest, reply: FastifyReply): Request {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  const forwarded = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'authorization') forwarded.set(name, String(value))
  }
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: forwarded,
    signal: closed.signal,
  })
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  void reply.code(response.status)
  for (const [name, value] of response.headers) void reply.header(name, value)
  if (response.body === null) return reply.send()
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return reply.send(await response.text())
  }
  return reply.header('x-accel-buffering', 'no').send(Readable.fromWeb(response.body))
}
