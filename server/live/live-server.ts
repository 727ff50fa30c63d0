import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import type { Duplex } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { WebSocketServer } from 'ws'
import type { App } from '../app.ts'
import type { Caller, Context } from '../domain/context.ts'
import { checkpoint } from '../domain/pages/journal/checkpoint.ts'
import type { PageAddress } from '../domain/pages/tree.ts'
import { reauthorizePage } from '../domain/sharing/reauthorize-page.ts'
import { AppError } from '../lib/errors.ts'
import type { ClientMessage } from '../lib/live-messages.ts'
import { StreamChecks } from '../lib/stream-checks.ts'
import { Connection } from './connections/connection.ts'
import { Connections, type PingIntervals } from './connections/connections.ts'
import { toFrame } from './connections/outlet.ts'
import { closeCodes } from './connections/outlet.ts'
import { Sender } from './connections/sender.ts'
import { socketOutlet } from './connections/socket.ts'
import { streamOutlet } from './connections/stream.ts'
import type { LiveCounters } from './counters.ts'
import { maxReceivedBytes } from './limits.ts'
import { Live } from './live.ts'
import type { Intervals } from './pages/checkpoints.ts'
import { LivePages } from './pages/live-pages.ts'
import { WorkspaceWatch } from './pages/workspace-watch.ts'

export type LiveServerOptions = {
  app: Pick<App, 'store' | 'contextFor' | 'changes' | 'commits'>
  counters: LiveCounters
  intervals: Intervals & PingIntervals & { checkMs: number }
  report: (error: unknown) => void
}

type Posted = { connection: string; workspaceId: string; messages: (ClientMessage | AppError)[] }

/** Whoever stores what was typed. */
const server: Caller = {
  userId: '',
  keyId: undefined,
  via: 'web',
  readOnly: true,
  workspaceIds: [],
}

const maxPosting = 1000

/** All of live pages that is loaded with the first connection: the page schema and the transports. */
export class LiveServer {
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxReceivedBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  readonly #connections: Connections
  /** Of POSTs, by their connection. */
  readonly #senders = new LRUCache<string, Sender>({ max: maxPosting })
  readonly #live: Live
  readonly #deaf: () => void

  constructor({ app, counters, intervals, report }: LiveServerOptions) {
    const { store, commits } = app
    this.#connections = new Connections(intervals)
    const checks = new StreamChecks(intervals.checkMs)
    const look = () => void checks.look()
    const { content } = app.contextFor(server)
    const options = {
      store,
      checkpoint: (address: PageAddress) => checkpoint({ store, content }, address),
      commits,
      counters,
      intervals,
      onDeleted: look,
      report,
    }
    const pages = new LivePages(options)
    const workspaces = new WorkspaceWatch({
      feed: app.changes,
      onRights: look,
      onEvent: (event) => void pages.showAgent(event),
    })
    this.#live = new Live({ pages, checks, workspaces, counters, report })
    // What ends a key or an account is no commit to one workspace.
    this.#deaf = commits.subscribe((workspaceId) => {
      if (workspaceId === undefined) look()
    })
  }

  acceptSocket(
    context: Context,
    request: IncomingMessage,
    upgrade: { socket: Duplex; head: Buffer },
  ): void {
    this.#sockets.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => {
      const outlet = socketOutlet(socket)
      socket.on('error', this.#ignore)
      if (this.#connections.isFull(context.caller)) {
        const { code, message } = tooMany()
        outlet.send(toFrame({ type: 'error', code, message }))
        outlet.end(closeCodes.policy)
        return
      }
      const connection = new Connection(this.#live, context, outlet)
      const end = this.#connections.add(connection, outlet, {
        caller: context.caller,
        answersPings: true,
      })
      socket.on('message', (data) => {
        if (Buffer.isBuffer(data)) connection.receive(data)
      })
      socket.once('close', end)
    })
  }

  /** An event stream with the pages that `messages` open. Throws RATE_LIMITED. */
  openStream(context: Context, messages: readonly (ClientMessage | AppError)[]): PassThrough {
    const { caller } = context
    if (this.#connections.isFull(caller)) throw tooMany()
    const body = new PassThrough()
    const outlet = streamOutlet(body)
    const connection = new Connection(this.#live, context, outlet)
    body.once('close', this.#connections.add(connection, outlet, { caller, answersPings: false }))
    for (const message of messages) connection.handle(message)
    return body
  }

  /** Takes messages that came by HTTP: the answer holds those that a WebSocket would receive. */
  async receive(context: Context, { connection, workspaceId, messages }: Posted): Promise<string> {
    const key = `${context.caller.userId} ${context.caller.visitor?.id} ${connection}`
    const sender =
      this.#senders.get(key) ??
      new Sender(context, connection, this.#live.senders.of(context.caller))
    this.#senders.set(key, sender)
    const answers: string[] = []
    for (const message of messages) {
      if (message instanceof AppError) throw message
      const answer = await this.#take(context, { sender, connection, workspaceId }, message)
      if (answer !== undefined) answers.push(answer)
    }
    return `{"messages":[${answers.join(',')}]}`
  }

  /** Stores everything that was typed, then ends the connections. */
  async close(): Promise<void> {
    this.#deaf()
    this.#live.checks.stop()
    this.#connections.stopReading()
    await this.#live.pages.stop()
    this.#connections.endAll()
  }

  async #take(
    context: Context,
    { sender, connection, workspaceId }: Omit<Posted, 'messages'> & { sender: Sender },
    message: ClientMessage,
  ): Promise<string | undefined> {
    const { pages } = this.#live
    if (message.type === 'cursor') {
      pages.moveRemote(message, { connection, userId: context.caller.userId })
      return undefined
    }
    if (message.type !== 'steps' && message.type !== 'fields') {
      throw new AppError('VALIDATION_FAILED', `Messages of type ${message.type} cannot be posted.`)
    }
    const address = { workspaceId, pageId: message.pageId }
    if (message.type === 'fields') return (await sender.fields(address, message)).json
    await reauthorizePage(context, address, { right: 'write', reader: context.store })
    const page = await pages.acquire(address)
    try {
      return (await sender.steps(page, message, false)).json
    } finally {
      pages.release(page)
    }
  }

  readonly #ignore = (): void => undefined
}

export function openLiveServer(options: LiveServerOptions): LiveServer {
  return new LiveServer(options)
}

function tooMany(): AppError {
  return new AppError(
    'RATE_LIMITED',
    'You have too many tabs open on this server. Close some, then load this one again.',
  )
}
