import { createMcpHandler, type ServerEventBus } from '@modelcontextprotocol/server'
import type { ChangeFeed } from '../../domain/events/change-feed.ts'
import { reauthorize } from '../../domain/people/reauthorize.ts'
import { AppError } from '../../lib/errors.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { StreamChecks } from '../../lib/stream-checks.ts'
import type { Commits } from '../../store/index.ts'
import { listSkillPages } from '../skills.ts'
import { type McpRequest, workspaceFor } from './request.ts'
import type { ServerFactory } from './server-factory.ts'
import { SkillLists } from './skill-lists.ts'

/** Streams of one person on this node. */
const maxStreams = 20
const checkEveryMs = 1000

type Listener = Parameters<ServerEventBus['subscribe']>[0]
type Handler = ReturnType<typeof createMcpHandler>
type Feed = { changes: ChangeFeed; commits: Commits }
type Opening = { request: Request; body: unknown; mcpRequest: McpRequest; opening: symbol }

/** Answers `subscriptions/listen` with the changes that the caller can see, until the key or the server ends. */
export class Listening {
  readonly #feed: Feed
  readonly #report: (error: unknown) => void
  readonly #open = new Map<Handler, string>()
  /** Streams that are about to open, so that requests at the same time count too. */
  readonly #opening = new Map<symbol, string>()
  readonly #checks = new StreamChecks(checkEveryMs)
  readonly #unsubscribe: () => void

  constructor(feed: Feed, report: (error: unknown) => void) {
    this.#feed = feed
    this.#report = report
    this.#unsubscribe = feed.commits.subscribe((workspace) => {
      // What ends a key or an account is no commit to one workspace.
      if (workspace === undefined) void this.#checks.look()
    })
  }

  /** Throws RATE_LIMITED and FORBIDDEN. */
  async answer(
    createServer: ServerFactory,
    request: Request,
    body: unknown,
    mcpRequest: McpRequest,
  ): Promise<Response> {
    const { userId } = mcpRequest.context.caller
    const streams = [...this.#open.values(), ...this.#opening.values()]
    if (streams.filter((id) => id === userId).length >= maxStreams) {
      const message = `You listen to changes ${maxStreams} times already. Close a client first.`
      throw new AppError('RATE_LIMITED', message)
    }
    const opening = Symbol(userId)
    this.#opening.set(opening, userId)
    try {
      return await this.#listen(createServer, { request, body, mcpRequest, opening })
    } finally {
      this.#opening.delete(opening)
    }
  }

  async #listen(createServer: ServerFactory, wanted: Opening): Promise<Response> {
    const { request, body, mcpRequest, opening } = wanted
    const { context } = mcpRequest
    const { userId, keyId } = context.caller
    const workspaceId = String(await workspaceFor(mcpRequest, undefined))
    await reauthorize(context, workspaceId)
    const end = () => void handler.close().catch(this.#report)
    const bus: ServerEventBus = {
      publish: () => undefined,
      subscribe: (listener) => {
        this.#opening.delete(opening)
        this.#open.set(handler, userId)
        const stop = this.#subscribe(mcpRequest, workspaceId, listener, end)
        const reader = ['mcp', userId, keyId, workspaceId].join(' ')
        const check = async () => void (await reauthorize(context, workspaceId))
        const unchecked = this.#checks.add({ reader, check, end })
        return () => {
          this.#open.delete(handler)
          unchecked()
          stop()
        }
      },
    }
    const handler = createMcpHandler(() => createServer({ ...mcpRequest, canListen: true }), {
      legacy: 'reject',
      bus,
    })
    return handler.fetch(request, { parsedBody: body })
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    this.#checks.stop()
    await Promise.all([...this.#open.keys()].map((handler) => handler.close()))
  }

  /** Returns the function that unsubscribes. */
  #subscribe(
    request: McpRequest,
    workspaceId: string,
    listener: Listener,
    end: () => void,
  ): () => void {
    const { context } = request
    let isOpen = true
    const lists = new SkillLists((ownership) => listSkillPages(request, ownership), listener)
    const publish = (json: string) => {
      const { type, pageId } = { type: '', pageId: '', ...Object(parseJson(json)) }
      const isOfPage = /^(?:page|skill)\./.test(String(type))
      if (typeof pageId !== 'string' || pageId === '' || !isOfPage) return
      listener({ kind: 'resource_updated', uri: `quire://${workspaceId}/pages/${pageId}` })
      void lists.look(pageId).catch(this.#report)
    }
    const start = async () => {
      await lists.look()
      const readViewer = () => reauthorize(context, workspaceId)
      const stop = await this.#feed.changes.subscribe(workspaceId, {
        after: undefined,
        viewer: await readViewer(),
        readViewer,
        onStart: () => undefined,
        onReset: () => void lists.look().catch(this.#report),
        onEvent: ({ json }) => publish(json),
        onEnd: end,
      })
      if (!isOpen) stop()
      return stop
    }
    const started = start()
    started.catch((error: unknown) => {
      if (!(error instanceof AppError)) this.#report(error)
      end()
    })
    return () => {
      isOpen = false
      started.then(
        (stop) => stop(),
        () => undefined,
      )
    }
  }
}
