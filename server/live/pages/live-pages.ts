import type { StoredEvent } from '../../domain/events/stored-events.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import type { CursorMessage } from '../../lib/live-messages.ts'
import { asRequestOf } from '../../lib/scheduling/current-request.ts'
import { type Commits, steps, type Store } from '../../store/index.ts'
import type { LiveCounters } from '../counters.ts'
import { pageOfWork } from './agents-here.ts'
import { Authors } from './authors.ts'
import { Checkpoints, type Intervals } from './checkpoints.ts'
import { JournalQuota } from './journal-quota.ts'
import { LivePage } from './live-page.ts'
import { exchangeWithNodes, type NodeExchange, type NodeMessage } from './node-messages.ts'
import { OpenDocument } from './open-document.ts'

export type LivePagesOptions = {
  store: Store
  /** Stores what was typed. */
  checkpoint: (address: PageAddress) => Promise<void>
  commits: Commits
  counters: LiveCounters
  intervals: Intervals
  /** A page was deleted. */
  onDeleted: (address: PageAddress) => void
  report: (error: unknown) => void
}

type Entry = {
  address: PageAddress
  opening: Promise<LivePage>
  /** Undefined while it is being opened. */
  page: LivePage | undefined
  users: number
  closing: NodeJS.Timeout | undefined
}

const pollMs = 1000
const presenceMs = 50
/** Between signs of life of those who are on a page here. */
const signMs = 20_000
/** A page that nobody has open stays in memory for a while: a tab that loads again finds it. */
const lingerMs = 10_000

/** The pages that are open on this node. They hear of changes by commits here, by notifications and by polling. */
export class LivePages {
  readonly authors: Authors
  readonly #options: LivePagesOptions
  readonly #checkpoints: Checkpoints
  readonly #quota: JournalQuota
  readonly #exchange: NodeExchange
  readonly #entries = new Map<string, Entry>()
  readonly #withNews = new Set<LivePage>()
  readonly #reading = new Set<string>()
  readonly #timers: NodeJS.Timeout[]
  readonly #unsubscribe: () => void

  constructor(options: LivePagesOptions) {
    const { store, checkpoint, commits, intervals, report } = options
    this.#options = options
    this.authors = new Authors(store)
    this.#quota = new JournalQuota(store)
    this.#checkpoints = new Checkpoints(checkpoint, intervals, report)
    this.#exchange = exchangeWithNodes(store, (message) => this.#receive(message))
    this.#unsubscribe = commits.subscribe((workspaceId) => this.#readHeads(workspaceId))
    this.#timers = [
      setInterval(() => this.#poll(), pollMs).unref(),
      setInterval(() => this.#sendPresence(), presenceMs).unref(),
      setInterval(() => this.#sign(), signMs).unref(),
    ]
  }

  get size(): number {
    return this.#entries.size
  }

  /** Opens a page, or shares it; call `release` once for each call. Throws PAGE_NOT_FOUND. */
  async acquire(address: PageAddress): Promise<LivePage> {
    const entry = this.#entries.get(address.pageId) ?? this.#open(address)
    entry.users += 1
    clearTimeout(entry.closing)
    try {
      return await entry.opening
    } catch (error) {
      this.#entries.delete(address.pageId)
      throw error
    }
  }

  release({ address }: LivePage): void {
    const entry = this.#entries.get(address.pageId)
    if (entry === undefined) return
    entry.users -= 1
    if (entry.users > 0) return
    entry.closing = setTimeout(() => void this.#close(entry), lingerMs).unref()
  }

  /** The last writer has left. */
  finish(address: PageAddress): void {
    void this.#checkpoints.now(address)
  }

  /** Shows who caused an event on the page that it is about, if that is open here and a program did it. */
  async showAgent(event: StoredEvent): Promise<void> {
    const { workspaceId, actorId: authorId, via, runId } = event
    const entry = this.#entries.get(pageOfWork(event) ?? '')
    if (entry?.page === undefined || entry.address.workspaceId !== workspaceId) return
    try {
      const author = await this.authors.of({ workspaceId, authorId, via, keyId: null, runId })
      entry.page.showAgent(author)
      this.#withNews.add(entry.page)
    } catch (error) {
      this.#options.report(error)
    }
  }

  /** Tells readers here, and other nodes, of someone who came, left or moved. */
  announce(page: LivePage, message: NodeMessage): void {
    this.#withNews.add(page)
    this.#exchange.publish(message)
  }

  /** A cursor that was posted: the node with the connection shows it. */
  moveRemote(
    { pageId, version, anchor, head }: CursorMessage,
    { connection, userId }: { connection: string; userId: string },
  ): void {
    const message = { type: 'cursor', connection, userId, version, anchor, head } as const
    this.#receive({ ...message, live: pageId })
    this.#exchange.publish({ ...message, live: pageId })
  }

  /** Stores everything that was typed. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#unsubscribe()
    this.#exchange.stop()
    const pages = await Promise.allSettled([...this.#entries.values()].map((one) => one.opening))
    for (const page of pages) if (page.status === 'fulfilled') await page.value.waitUntilIdle()
    await this.#checkpoints.all()
    this.#checkpoints.stop()
    for (const { closing } of this.#entries.values()) clearTimeout(closing)
    this.#entries.clear()
  }

  #open(address: PageAddress): Entry {
    const { store, counters, report } = this.#options
    const { authors } = this
    const onWritten = (page: LivePage) => {
      this.#checkpoints.schedule(address)
      this.#exchange.publish({ live: address.pageId, type: 'head', version: page.version })
    }
    const reading = asRequestOf(address.pageId, () => OpenDocument.open(store, address, authors))
    const opening = reading.then((document) => {
      const page = new LivePage(address, document, {
        store,
        authors,
        counters,
        quota: this.#quota,
        onWritten,
        report,
      })
      entry.page = page
      this.#exchange.publish({ live: address.pageId, type: 'ask' })
      return page
    })
    const entry: Entry = { address, opening, page: undefined, users: 0, closing: undefined }
    this.#entries.set(address.pageId, entry)
    counters.pages = this.size
    return entry
  }

  async #close(entry: Entry): Promise<void> {
    await this.#checkpoints.now(entry.address)
    if (entry.users > 0 || this.#entries.get(entry.address.pageId) !== entry) return
    this.#entries.delete(entry.address.pageId)
    this.#options.counters.pages = this.size
  }

  #poll(): void {
    this.#readHeads()
    for (const { page } of this.#entries.values()) {
      page?.presence.expire()
      if (page?.presence.hasNews === true) this.#withNews.add(page)
    }
  }

  /** Compares the versions of open pages with those in the store, one query for 100 pages. */
  #readHeads(workspaceId?: string): void {
    if (this.#entries.size === 0) return
    const open = [...this.#entries.values()].map(({ address }) => address)
    for (const [workspace, pages] of Map.groupBy(open, (address) => address.workspaceId)) {
      if (workspaceId !== undefined && workspace !== workspaceId) continue
      void this.#compare(
        workspace,
        pages.map(({ pageId }) => pageId),
      )
    }
  }

  /** A second call while one is under way reads again afterwards. */
  async #compare(workspaceId: string, ids: readonly string[]): Promise<void> {
    const again = `again ${workspaceId}`
    if (this.#reading.has(workspaceId)) {
      this.#reading.add(again)
      return
    }
    this.#reading.add(workspaceId)
    try {
      const heads = new Map(
        (await steps.heads(this.#options.store, workspaceId, ids)).map((head) => [head.id, head]),
      )
      for (const id of ids) {
        const page = this.#entries.get(id)?.page
        const head = heads.get(id)
        if (page === undefined) continue
        if (head === undefined || head.deletedAt !== null) this.#options.onDeleted(page.address)
        else if (head.version > page.version) void this.#catchUp(page, head.version)
      }
    } catch {
      // `/readyz` reports an unavailable store; the next poll reads again.
    } finally {
      this.#reading.delete(workspaceId)
      if (this.#reading.delete(again)) this.#readHeads(workspaceId)
    }
  }

  async #catchUp(page: LivePage, version: number): Promise<void> {
    try {
      await page.catchUp(version)
      this.#withNews.add(page)
    } catch (error) {
      this.#options.report(error)
    }
  }

  #receive(message: NodeMessage): void {
    const page = this.#entries.get(message.live)?.page
    if (page === undefined) return
    const { presence } = page
    this.#withNews.add(page)
    if (message.type === 'head') {
      if (message.version > page.version) void this.#catchUp(page, message.version)
    } else if (message.type === 'here') presence.show(message.person, 'remote')
    else if (message.type === 'left') presence.hide(message.connection)
    else if (message.type === 'cursor') {
      const { connection, userId, version, anchor, head } = message
      const cursor = anchor === null || head === null ? undefined : { version, anchor, head }
      presence.move(connection, userId, cursor)
    } else this.#signOf(page)
  }

  #sendPresence(): void {
    for (const page of this.#withNews) page.sendPresence()
    this.#withNews.clear()
  }

  #sign(): void {
    for (const { page } of this.#entries.values()) {
      if (page === undefined) continue
      this.#signOf(page)
      this.#withNews.add(page)
    }
  }

  #signOf(page: LivePage): void {
    for (const person of page.presence.local) {
      this.#exchange.publish({ live: page.address.pageId, type: 'here', person })
    }
  }
}
