import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../lib/errors.ts'
import { answerDirectly } from './direct.ts'
import { type Build, createExchange } from './exchange.ts'
import { requireHost, requireOrigin } from './hosts.ts'
import { buildServer } from './instance.ts'
import { readMessages } from './messages.ts'
import type { Session } from './session.ts'

/** As for uploads in the REST API. */
const bodyLimit = 8 * 1024 * 1024
const parseError = -32_700
/** More messages at once the SDK refuses, all of them. */
const longestBatch = 100

type Settings = Pick<Config, 'publicUrl'>

/** MCP on `/mcp`: the table of operations for agents, behind the same keys and limits as REST. */
export async function routeMcp(
  server: FastifyInstance,
  app: Pick<App, 'contextFor'>,
  settings: Settings,
  build: Build = buildServer,
): Promise<void> {
  refuseOauth(server)
  await server.register(async (mcp) => {
    const report = (error: unknown): void => mcp.log.error({ err: error }, 'MCP request failed')
    const exchange = createExchange(build, report)
    const isOwn = build === buildServer
    // Open streams would keep the server from stopping.
    mcp.addHook('preClose', () => exchange.close())
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
    mcp.post<{ Querystring: { workspace?: string } }>(
      '/mcp',
      { bodyLimit },
      async (request, reply) => {
        await countBatch(request, reply)
        const session = openSession(app, settings, request, report)
        const body = readMessages(request.body)
        const direct = isOwn ? await answerDirectly(session, request.headers, body) : undefined
        if (direct !== undefined) return reply.type('application/json').send(direct)
        return send(reply, await exchange.answer(toRequest(request, reply), body, session))
      },
    )
  })
}

/** Every message of a batch is a request of its own; the first is counted with what carries them all. */
async function countBatch(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { body, countMore } = request
  if (Array.isArray(body)) await countMore?.(reply, Math.min(body.length, longestBatch) - 1)
}

/** Clients that speak OAuth look here first; anything but a JSON 404 sends them astray. */
function refuseOauth(server: FastifyInstance): void {
  const refuse = (): never => {
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
    server.get(`/.well-known/${path}`, { config: { open: true } }, refuse)
    server.get(`/.well-known/${path}/*`, { config: { open: true } }, refuse)
  }
}

function openSession(
  { contextFor }: Pick<App, 'contextFor'>,
  { publicUrl }: Settings,
  request: FastifyRequest<{ Querystring: { workspace?: string } }>,
  report: (error: unknown) => void,
): Session {
  const { identity, query, body } = request
  if (identity === undefined || identity instanceof AppError) {
    throw identity ?? new AppError('INVALID_API_KEY', 'Invalid API key')
  }
  const address = publicUrl ?? `${request.protocol}://${request.host}`
  return {
    context: { ...contextFor({ ...identity, via: 'mcp' }), publicUrl: address },
    fixed: query.workspace === '' ? undefined : query.workspace,
    isOpening: [body].flat().some(isOpening),
    report,
  }
}

function isOpening(message: unknown): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    (message.method === 'initialize' || message.method === 'server/discover')
  )
}

/** What is no JSON, or lies too deep to be parsed. */
function isBrokenJson(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.violations ?? []).some(({ rule }) => rule === 'json' || rule === 'maxDepth')
  )
}

/** What the SDK reads of a request: its headers, and when its client goes away. The body is parsed. */
function toRequest({ headers }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const told = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'authorization') told.set(name, String(value))
  }
  return new Request('http://localhost/mcp', { method: 'POST', headers: told, signal: gone.signal })
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
