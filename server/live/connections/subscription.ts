import type { Context } from '../../domain/context.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import { levelName } from '../../domain/rights/levels.ts'
import { clientOf } from '../../domain/runs/clients.ts'
import { reauthorizePage } from '../../domain/sharing/reauthorize-page.ts'
import type { AppError } from '../../lib/errors.ts'
import type { CursorMessage, PersonHere } from '../../lib/live-messages.ts'
import { levelNumbers } from '../../store/index.ts'
import { cursorLimit, RateLimit } from '../limits.ts'
import type { Live } from '../live.ts'
import { colorOf } from '../pages/authors.ts'
import type { LivePage } from '../pages/live-page.ts'
import type { PageReader } from '../pages/readers.ts'
import { isEnding } from '../refusals.ts'
import { frameOf, type Outlet, toFrame } from './outlet.ts'

export type Subscriber = { live: Live; context: Context; connection: string; outlet: Outlet }

type OnEnd = (subscription: Subscription) => void

/** A page that a connection has open. */
export class Subscription implements PageReader {
  readonly connection: string
  readonly userId: string
  readonly page: LivePage
  readonly #subscriber: Subscriber
  readonly #onEnd: OnEnd
  readonly #ends: (() => void)[] = []
  readonly #cursors = new RateLimit(cursorLimit)
  #level: number
  #hasWritten = false
  #isEnded = false

  private constructor(subscriber: Subscriber, page: LivePage, level: number, onEnd: OnEnd) {
    this.connection = subscriber.connection
    this.userId = subscriber.context.caller.userId
    this.page = page
    this.#subscriber = subscriber
    this.#level = level
    this.#onEnd = onEnd
  }

  /** Undefined if the page has gone on too far since `version`. Throws what the caller may not read. */
  static async open(
    subscriber: Subscriber,
    address: PageAddress,
    version: number,
    onEnd: OnEnd,
  ): Promise<Subscription | undefined> {
    const { live, context } = subscriber
    const { level } = await reauthorizePage(context, address, {
      right: 'read',
      reader: context.store,
    })
    const page = await live.pages.acquire(address)
    const subscription = new Subscription(subscriber, page, level, onEnd)
    const person = await subscription.#person()
    const isJoined = await page.join(subscription, version, (missed) => {
      subscription.#start(person, missed)
    })
    if (isJoined) return subscription
    live.pages.release(page)
    return undefined
  }

  get seesPeople(): boolean {
    const { visitor } = this.#subscriber.context.caller
    return visitor === undefined || visitor.level > levelNumbers.read
  }

  deliver = (frame: Buffer): void => this.#subscriber.outlet.send(frame)

  wrote(): void {
    this.#hasWritten = true
  }

  move({ version, anchor, head }: CursorMessage): void {
    if (!this.#cursors.take()) return
    const { page, connection, userId } = this
    const cursor = anchor === null || head === null ? undefined : { version, anchor, head }
    page.presence.move(connection, userId, cursor)
    const position = { version, anchor, head }
    const { live } = this.#subscriber
    live.pages.announce(page, {
      live: page.address.pageId,
      type: 'cursor',
      connection,
      userId,
      ...position,
    })
  }

  /** Checks the right to read, and closes the page without it. A store that is away says nothing about it. */
  async check(): Promise<void> {
    const { context } = this.#subscriber
    const { address } = this.page
    try {
      const { level } = await reauthorizePage(context, address, {
        right: 'read',
        reader: context.store,
      })
      if (level === this.#level || this.#isEnded) return
      this.#level = level
      this.deliver(toFrame({ type: 'level', pageId: address.pageId, level: levelName(level) }))
    } catch (error) {
      if (isEnding(error)) this.close(error)
    }
  }

  /** Tells the client why. */
  close({ code, message }: AppError): void {
    if (this.#isEnded) return
    this.deliver(toFrame({ type: 'closed', pageId: this.page.address.pageId, code, message }))
    this.end()
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const end of this.#ends) end()
    const { live } = this.#subscriber
    const { page, connection } = this
    page.readers.remove(this)
    page.presence.leave(connection)
    live.pages.announce(page, { live: page.address.pageId, type: 'left', connection })
    if (this.#hasWritten) live.pages.finish(page.address)
    live.pages.release(page)
    this.#onEnd(this)
  }

  /** In one turn with the reading of what was missed, so that no batch comes before. */
  #start(person: PersonHere, missed: readonly string[]): void {
    const { live } = this.#subscriber
    const { page } = this
    const { pageId, workspaceId } = page.address
    page.presence.join(person)
    live.pages.announce(page, { live: pageId, type: 'here', person })
    const people = this.seesPeople ? page.people() : []
    const opened = { type: 'opened', pageId, version: page.version, level: levelName(this.#level) }
    // The batches are JSON already.
    const head = JSON.stringify({ ...opened, people }).slice(0, -1)
    this.deliver(frameOf([`${head},"batches":[${missed.join(',')}]}`]))
    const check = () => this.check()
    this.#ends.push(
      live.checks.add({ reader: `${this.connection} ${pageId}`, check, end: () => undefined }),
      live.workspaces.add(workspaceId),
    )
  }

  async #person(): Promise<PersonHere> {
    const { live, context } = this.#subscriber
    const { userId, via, keyId = null, visitor } = context.caller
    const { workspaceId } = this.page.address
    const writer = { workspaceId, authorId: userId, via, keyId, runId: null }
    const { name, isAgent = false } = await live.pages.authors.of(writer)
    const color = colorOf(visitor?.id ?? userId)
    const person = { connection: this.connection, id: userId, name, color, via, isAgent }
    const client = clientOf(context.caller)
    return client === '' ? person : { ...person, client }
  }
}
