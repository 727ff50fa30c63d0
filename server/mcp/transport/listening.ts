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

/** Streams of one person on this node. */
const maxStreams = 20
const checkEveryMs = 1000

type Listener = Parameters<ServerEventBus['subscribe']>[0]
type Handler = ReturnType<typeof createMcpHandler>
type Feed = { changes: ChangeFeed; commits: Commits }

/** Answers `subscriptions/listen` with the changes that the caller can see, until the key or the server ends. */
export class Listening {
  readonly #feed: Feed
  readonly #report: (error: unknown) => void
  readonly #open = new Map<Handler, string>()
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
    const { context } = mcpRequest
    const { userId, keyId } = context.caller
    if ([...this.#open.values()].filter((id) => id === userId).length >= maxStreams) {
      const message = `You listen to changes ${maxStreams} times already. Close a client first.`
      throw new AppError('RATE_LIMITED', message)
    }
    const workspaceId = String(await workspaceFor(mcpRequest, undefined))
    await reauthorize(context, workspaceId)
    const end = () => void handler.close().catch(this.#report)
    const bus: ServerEventBus = {
      publish: () => undefined,
      subscribe: (listener) => {
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
    const lists = new SkillLists(request, listener)
    const publish = (json: string) => {
      const { type, pageId } = { type: '', pageId: '', ...Object(parseJson(json)) }
      if (typeof pageId !== 'string' || pageId === '' || !String(type).startsWith('page.')) return
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

/** Tells when the lists of prompts and resources are others than before. */
class SkillLists {
  readonly #request: McpRequest
  readonly #listener: Listener
  #known: { skills: string; agents: string } | undefined
  readonly #changed = new Set<string>()
  #looking: Promise<void> | undefined

  constructor(request: McpRequest, listener: Listener) {
    this.#request = request
    this.#listener = listener
  }

  /** Looks at the lists once, however many pages change meanwhile. */
  async look(pageId?: string): Promise<void> {
    if (pageId !== undefined) this.#changed.add(pageId)
    while (this.#looking !== undefined) {
      await this.#looking
      if (pageId !== undefined && !this.#changed.has(pageId)) return
    }
    this.#looking = this.#look().finally(() => (this.#looking = undefined))
    await this.#looking
  }

  async #look(): Promise<void> {
    const changed = new Set(this.#changed)
    this.#changed.clear()
    const skills = await listSkillPages(this.#request, 'SKILL')
    const agents = await listSkillPages(this.#request, 'AGENT')
    const before = this.#known
    const now = { skills: JSON.stringify(skills), agents: JSON.stringify(agents) }
    this.#known = now
    if (before === undefined) return
    // The first line of a skill is its description.
    const isSkillChanged = before.skills !== now.skills || skills.some(({ id }) => changed.has(id))
    const isAgentChanged = before.agents !== now.agents || agents.some(({ id }) => changed.has(id))
    if (isSkillChanged) this.#listener({ kind: 'prompts_list_changed' })
    if (isSkillChanged || isAgentChanged) this.#listener({ kind: 'resources_list_changed' })
  }
}
