import { schemaVersion } from '../../../content/schema-version.ts'
import type { Context } from '../../domain/context.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { ClientMessage, OpenMessage, ServerMessage } from '../../lib/live-messages.ts'
import { maxFrameBytes, maxPagesOfConnection } from '../limits.ts'
import type { Live } from '../live.ts'
import { isEnding, refusalOf } from '../refusals.ts'
import { frameOf, type Outlet, toFrame } from './outlet.ts'
import { parseFrame } from './parse-frame.ts'
import { Sender } from './sender.ts'
import { Subscription } from './subscription.ts'

/** A tab or a program, with the pages that it has open. WebSockets and event streams differ in their outlet only. */
export class Connection {
  readonly id = newId()
  readonly #live: Live
  readonly #context: Context
  readonly #outlet: Outlet
  readonly #sender: Sender
  readonly #open = new Map<string, Subscription>()
  #tail: Promise<void> = Promise.resolve()
  #isEnded = false
  #isStopping = false
  /** When the client last gave a sign of life, as `performance.now()`. */
  activeAt = performance.now()

  constructor(live: Live, context: Context, outlet: Outlet) {
    this.#live = live
    this.#context = context
    this.#outlet = outlet
    this.#sender = new Sender(context, this.id, live.senders.of(context.caller))
    live.counters.connections += 1
    this.#send({
      type: 'welcome',
      connection: this.id,
      schema: schemaVersion,
      maxBytes: maxFrameBytes,
    })
  }

  /** A frame of the client. */
  receive(bytes: Buffer): void {
    this.activeAt = performance.now()
    try {
      for (const message of parseFrame(bytes)) this.handle(message)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** In the order of their arrival; a batch is not waited for. */
  handle(message: ClientMessage | AppError): void {
    this.#tail = this.#tail
      .then(() => (message instanceof AppError ? this.#fail(message) : this.#handle(message)))
      .catch((error: unknown) => this.#fail(error))
  }

  stopReading(): void {
    this.#isStopping = true
  }

  ping(): void {
    this.#send({ type: 'ping' })
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#live.counters.connections -= 1
    for (const subscription of this.#open.values()) subscription.end()
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (this.#isEnded || this.#isStopping) return
    switch (message.type) {
      case 'open':
        return this.#openPage(message)
      case 'close':
        return this.#open.get(message.pageId)?.end()
      case 'cursor':
        return this.#open.get(message.pageId)?.move(message)
      case 'steps':
      case 'fields': {
        const subscription = this.#open.get(message.pageId)
        if (subscription === undefined) {
          const error = new AppError('FORBIDDEN', 'Open the page before you change it.')
          const { pageId, id } = message
          return this.#send({ type: 'refused', pageId, id, ...refusalOf(error) })
        }
        subscription.wrote()
        void this.#change(subscription, message).catch((error: unknown) => this.#fail(error))
        return undefined
      }
      case 'pong':
        return undefined
    }
  }

  async #openPage({ workspaceId, pageId, version, schema }: OpenMessage): Promise<void> {
    if (schema !== schemaVersion) return this.#send({ type: 'reload', pageId, reason: 'schema' })
    this.#open.get(pageId)?.end()
    try {
      if (this.#open.size >= maxPagesOfConnection) {
        throw new AppError('RATE_LIMITED', `A tab has at most ${maxPagesOfConnection} pages open.`)
      }
      const subscription = await this.#subscribe({ workspaceId, pageId }, version)
      if (subscription === undefined) {
        return this.#send({ type: 'reload', pageId, reason: 'outdated' })
      }
      this.#open.set(pageId, subscription)
      if (this.#isEnded) subscription.end()
    } catch (error) {
      const { code, message } = error instanceof AppError ? error : this.#unexpected(error)
      this.#send({ type: 'closed', pageId, code, message })
    }
  }

  /** Throws RATE_LIMITED, and what the caller may not read. */
  async #subscribe(address: PageAddress, version: number): Promise<Subscription | undefined> {
    const live = this.#live
    const release = live.room.take(address, this.#context.caller)
    const subscriber = { live, context: this.#context, connection: this.id, outlet: this.#outlet }
    let subscription: Subscription | undefined
    try {
      subscription = await Subscription.open(subscriber, address, version, (ended) => {
        release()
        if (this.#open.get(address.pageId) === ended) this.#open.delete(address.pageId)
      })
      return subscription
    } finally {
      if (subscription === undefined) release()
    }
  }

  async #change(
    subscription: Subscription,
    message: ClientMessage & { type: 'steps' | 'fields' },
  ): Promise<void> {
    const { page } = subscription
    const { json, error } =
      message.type === 'steps'
        ? await this.#sender.steps(page, message, true)
        : await this.#sender.fields(page.address, message)
    if (json !== undefined) this.#outlet.send(frameOf([json]))
    // Whoever may still read the page stays on it.
    if (error !== undefined && isEnding(error)) await subscription.check()
  }

  #fail(error: unknown): void {
    const { code, message } = error instanceof AppError ? error : this.#unexpected(error)
    this.#send({ type: 'error', code, message })
  }

  #unexpected(error: unknown): AppError {
    this.#live.report(error)
    return new AppError('INTERNAL', 'Something went wrong on the server. Open the page again.')
  }

  #send(message: ServerMessage): void {
    if (!this.#isEnded) this.#outlet.send(toFrame(message))
  }
}
