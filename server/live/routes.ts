import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Caller } from '../domain/context.ts'
import { AppError } from '../lib/errors.ts'
import { Type } from '../lib/json/type.ts'
import { loadLater } from '../lib/load-later.ts'
import { workspaceId } from '../operations/fields.ts'
import type { Audience } from '../operations/operation.ts'
import { createParser } from '../operations/parse.ts'
import { parseFrame, parseMessages } from './connections/parse-frame.ts'
import { startCounters } from './counters.ts'
import { maxFrameBytes } from './limits.ts'
import type { LiveServer, LiveServerOptions } from './live-server.ts'
import { countLive } from './metrics.ts'

export type LiveIntervals = {
  afterLastMs: number
  maxMs: number
  /** Between checks of the rights of those who only read. */
  checkMs: number
  /** Between pings, and without an answer until a connection ends. */
  pingMs?: number
  silentMs?: number
}

/** Soon enough that a synced folder has what was typed within two seconds. */
const defaults: LiveIntervals = { afterLastMs: 1000, maxMs: 10_000, checkMs: 5000 }

const parsePosted = createParser(
  Type.Object({
    connection: Type.String({ maxLength: 100 }),
    workspaceId,
    messages: Type.Array(Type.Unknown()),
  }),
)

/**
 * Live pages: a WebSocket, and an event stream with POST for networks that let none through. For people and visitors
 * under /app, for keys under /v1.
 */
export function routeLive(
  server: FastifyInstance,
  app: Pick<App, 'store' | 'contextFor' | 'changes' | 'commits'>,
  { roles }: Pick<Config, 'roles'>,
  intervals: LiveIntervals = defaults,
): void {
  if (!roles.has('web')) return
  const counters = startCounters()
  countLive(server, counters)
  const report = (error: unknown) => server.log.error({ err: error }, 'live page failed')
  let loaded: Promise<LiveServer> | undefined
  const load = () => (loaded ??= loadServer({ app, counters, intervals, report }))
  server.addHook('onListen', async () => loadLater(load))
  server.addHook('preClose', async () => (await loaded)?.close())
  const { contextFor } = app
  mount(server, { path: '/app/live', audience: 'people', contextFor, load })
  if (!roles.has('api')) return
  mount(server, { path: '/v1/live', audience: 'people and keys', contextFor, load })
}

type LiveRoute = {
  path: string
  audience: Audience
  contextFor: App['contextFor']
  load: () => Promise<LiveServer>
}

function mount(server: FastifyInstance, { path, audience, contextFor, load }: LiveRoute): void {
  const config = { isStream: true, audience, visitors: true } as const
  const socket = { ...config, checksOrigin: true }

  server.get(path, { exposeHeadRoute: false, config: socket }, async (request, reply) => {
    const caller = callerOf(request)
    const live = await load()
    const upgrade = server.takeUpgrade(request.raw)
    if (upgrade === undefined) {
      throw new AppError('VALIDATION_FAILED', 'Open this address as a WebSocket.')
    }
    reply.hijack()
    live.acceptSocket(contextFor(caller), request.raw, upgrade)
  })

  server.get<{ Querystring: { messages?: string } }>(
    `${path}/stream`,
    { exposeHeadRoute: false, config },
    async (request, reply) => {
      const caller = callerOf(request)
      const live = await load()
      const { messages = '[]' } = request.query
      const body = live.openStream(contextFor(caller), parseFrame(Buffer.from(messages)))
      return sendStream(reply, body)
    },
  )

  server.post(
    `${path}/messages`,
    { bodyLimit: maxFrameBytes, config: { audience, visitors: true } },
    async (request, reply) => {
      const caller = callerOf(request)
      const { connection, messages, workspaceId: workspace } = parsePosted(request.body)
      const live = await load()
      const answer = await live.receive(contextFor(caller), {
        connection: String(connection),
        workspaceId: String(workspace),
        messages: parseMessages(messages),
      })
      return reply.type('application/json').send(answer)
    },
  )
}

/** Loads the page schema and the steps with the first connection, or shortly after the start. */
async function loadServer(options: LiveServerOptions): Promise<LiveServer> {
  const { openLiveServer } = await import('./live-server.ts')
  return openLiveServer(options)
}

function callerOf({ identity }: FastifyRequest): Caller {
  if (identity === undefined || identity instanceof AppError) {
    throw identity ?? new AppError('SIGN_IN_REQUIRED', 'Sign in first.')
  }
  return identity
}

function sendStream(reply: FastifyReply, body: NodeJS.ReadableStream): FastifyReply {
  return reply
    .type('text/event-stream')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(body)
}
