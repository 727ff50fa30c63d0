import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import type { ChangeFeed } from '../domain/events/change-feed.ts'
import type { ChangeEvent, FeedStart } from '../domain/events/feed-listener.ts'
import { reauthorize } from '../domain/people/reauthorize.ts'
import { AppError } from '../lib/errors.ts'
import { Type } from '../lib/json/type.ts'
import { StreamChecks } from '../lib/stream-checks.ts'
import { workspaceId } from '../operations/fields.ts'
import { createParser } from '../operations/parse.ts'
import type { Commits } from '../store/index.ts'
import { requireCaller } from './identity/authentication.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Responds for as long as the client listens: its duration is no sign of a slow server. */
    isStream?: boolean
  }
}

export type Intervals = {
  /** Between signs of life. */
  signEveryMs: number
  /** Between looks whether the listeners may still listen. */
  checkEveryMs: number
}

const defaultIntervals: Intervals = { signEveryMs: 15_000, checkEveryMs: 1000 }
/** Bytes that may wait for a reader: some thousand events, more than a client receives when it reconnects. */
const maxWaitingBytes = 512 * 1024
/** Streams of one person on this node: that many windows. */
const maxStreams = 20

const parse = createParser(Type.Object({ workspaceId }))

export type ChangesOptions = {
  feed: ChangeFeed
  contextFor: (caller: Caller) => Context
  commits?: Commits
}

/** What happens in a workspace, as Server-Sent Events, https://html.spec.whatwg.org/#server-sent-events */
export function routeChanges(
  server: FastifyInstance,
  { feed, contextFor, commits }: ChangesOptions,
  { signEveryMs, checkEveryMs }: Intervals = defaultIntervals,
): void {
  const streams = new Map<ChangeStream, string>()
  const checks = new StreamChecks(checkEveryMs)
  // What ends a key or an account is no commit to one workspace.
  const deaf = commits?.subscribe((workspace) => {
    if (workspace === undefined) void checks.look()
  })
  server.addHook('preClose', async () => {
    deaf?.()
    checks.stop()
    for (const stream of streams.keys()) stream.end()
  })
  server.get(
    '/v1/changes',
    { exposeHeadRoute: false, config: { isStream: true, audience: 'people and keys' } },
    async (request, reply) => {
      const context = contextFor(requireCaller(request))
      const { userId, keyId, sessionId } = context.caller
      const workspace = String(parse(request.query)['workspaceId'])
      const readViewer = () => reauthorize(context, workspace)
      const viewer = await readViewer()
      if ([...streams.values()].filter((id) => id === userId).length >= maxStreams) throw tooMany()
      const stream = new ChangeStream({ userId, signEveryMs })
      streams.set(stream, userId)
      const subscriber = {
        after: lastEventId(request),
        viewer,
        readViewer,
        onStart: (start: FeedStart) => stream.start(start, 'ready'),
        onReset: (start: FeedStart) => stream.start(start, 'reset'),
        onEvent: (change: ChangeEvent) => stream.deliver(change),
        onEnd: () => stream.end(),
      }
      const stop = await feed.subscribe(workspace, subscriber).catch((error: unknown) => {
        streams.delete(stream)
        throw error
      })
      const reader = [userId, keyId, sessionId, workspace].join(' ')
      const check = async () => void (await readViewer())
      const unchecked = checks.add({ reader, check, end: () => stream.end() })
      stream.onClose(() => {
        unchecked()
        streams.delete(stream)
        stop()
      })
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream.body)
    },
  )
}

function lastEventId({ headers }: FastifyRequest): string | undefined {
  const given = headers['last-event-id']
  return typeof given === 'string' && /^(?:\d{1,15}|v\d+\..+)$/.test(given) ? given : undefined
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    `You listen to changes ${maxStreams} times already. Close a window or a program first.`,
  )
}

type StreamOptions = { userId: string; signEveryMs: number }

/** One listener's answer. */
class ChangeStream {
  readonly body = new PassThrough()
  readonly #userId: string
  readonly #timer: NodeJS.Timeout

  constructor({ userId, signEveryMs }: StreamOptions) {
    this.#userId = userId
    this.#timer = setInterval(() => this.#beat(), signEveryMs)
    this.#timer.unref()
    this.onClose(() => clearInterval(this.#timer))
  }

  /** `reset` says that too much was missed, or other pages are visible: read again what you show. */
  start({ id, sequence }: FeedStart, event: 'ready' | 'reset'): void {
    this.#write(`retry: 2000\nid: ${id}\nevent: ${event}\ndata: {"sequence":${sequence}}\n\n`)
  }

  deliver({ id, type, json, userId }: ChangeEvent): void {
    this.#write(`id: ${id}\ndata: ${json}\n\n`)
    // A removed member receives that event, and nothing after it.
    if (type === 'member.removed' && userId === this.#userId) this.end()
  }

  end(): void {
    this.body.end()
  }

  onClose(done: () => void): void {
    this.body.once('close', done)
  }

  #beat(): void {
    if (this.body.writableEnded) this.body.destroy()
    else this.#write(':\n\n')
  }

  #write(text: string): void {
    if (this.body.writableEnded || this.body.destroyed) return
    this.body.write(text)
    // A reader that does not keep up reconnects and receives what it missed.
    if (this.body.writableLength + this.body.readableLength > maxWaitingBytes) this.body.destroy()
  }
}
