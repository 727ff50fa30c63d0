import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import {
  type ConnectionAddress,
  type Due,
  dueNotices,
  forgetTold,
  isUnchanged,
  moveBot,
  noteBot,
  readBot,
  settle,
} from '../domain/chats/bot-lease.ts'
import type { Bot } from '../domain/chats/bots.ts'
import type { Lease } from '../domain/leases/lease.ts'
import { clock } from '../lib/clock.ts'
import type { ChatDispatcher } from './dispatcher.ts'
import { noticeBlocks } from './notify.ts'
import { type OpenService, ServiceRefusal } from './services/chat-service.ts'
import { openService } from './services/registry.ts'

/** Milliseconds. */
export type BotTiming = {
  /** How often to look for what is to be sent. */
  poll: number
  /** The wait after a first failure; it doubles. */
  retry: number
}

export const botTiming: BotTiming = { poll: 500, retry: 2000 }

/** How often to look whether the bot was changed, at least. */
const changeInterval = 5000
const longestWait = 3_600_000
/** A message that failed so often is given up: some three days. */
const mostAttempts = 80
const wellNotedEvery = 30_000
/** Pages that wait to be told to one chat; more are told together. */
const mostApart = 10

const unreadable = 'its secrets were sealed with another QUIRE_SECRET'

export type BotContext = Pick<App, 'store' | 'contextFor' | 'integrations'>

/** Connects to one bot, as the only one to do so, until it is changed or the lease ends. */
export class BotSession {
  readonly #context: BotContext & { dispatcher: ChatDispatcher; timing: BotTiming }
  readonly #address: ConnectionAddress
  readonly #lease: Lease
  /** When a chat may be sent the next message. */
  readonly #nextAt = new Map<string, number>()
  readonly #sending = new Map<string, Promise<void>>()
  #wellAt = 0
  #isFailing = true
  #fault: unknown

  constructor(
    context: BotContext & { dispatcher: ChatDispatcher; timing: BotTiming },
    address: ConnectionAddress,
    lease: Lease,
  ) {
    this.#context = context
    this.#address = address
    this.#lease = lease
  }

  /** Throws what the store refused. */
  async run(): Promise<void> {
    const held = await readBot(this.#context, this.#address)
    if (held === undefined) return
    const { bot, updatedAt, position } = held
    if (bot === undefined) return this.#rejectBot(unreadable, updatedAt)
    const service = await openService(bot.service)
    if (service === undefined) {
      return this.#rejectBot(`this version of Quire does not know ${bot.service}`, updatedAt)
    }
    const work = [
      this.#watch(updatedAt),
      this.#listen(bot, service, position),
      this.#notify(bot, service),
    ]
    await Promise.all(work.map((one) => one.catch((error: unknown) => this.#fail(error))))
    await Promise.all(this.#sending.values())
    if (this.#fault !== undefined) throw this.#fault
  }

  /** Nothing can be done until the bot is changed. */
  async #rejectBot(reason: string, updatedAt: number): Promise<void> {
    await noteBot(this.#context, this.#address, reason)
    await this.#watch(updatedAt)
  }

  get #signal(): AbortSignal {
    return this.#lease.signal
  }

  #fail(error: unknown): void {
    // What it was doing fails by the stop itself.
    if (!this.#signal.aborted) this.#fault = error
    this.#lease.end()
  }

  async #pause(time: number): Promise<void> {
    await sleep(time, undefined, { signal: this.#signal }).catch(() => undefined)
  }

  /** Ends when the bot is changed, switched off or disconnected. */
  async #watch(updatedAt: number): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#pause(Math.min(changeInterval, this.#context.timing.poll * 2))
      if (this.#signal.aborted) return
      if (!(await isUnchanged(this.#context, this.#address, updatedAt))) this.#lease.end()
    }
  }

  async #listen(bot: Bot, service: OpenService, position: string | undefined): Promise<void> {
    const { outgoing, baseUrl } = this.#context.integrations
    const { signal } = this.#lease
    let at = position
    let failures = 0
    while (!signal.aborted && service.listen !== undefined) {
      try {
        await service.listen(bot, {
          outgoing,
          baseUrl,
          position: at,
          signal,
          move: async (next) => {
            const { holder, end } = this.#lease
            if (!(await moveBot(this.#context, this.#address, holder, next))) end()
            at = next
          },
          hear: (incoming, reply) => {
            this.#context.dispatcher.answer(bot, incoming, reply)
          },
          isWell: () => {
            failures = 0
            void this.#noteWell()
          },
        })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ServiceRefusal)) throw error
        await this.#noteFailure(error.message)
        failures += 1
        const wait = this.#context.timing.retry * 2 ** Math.min(failures - 1, 8)
        await this.#pause(Math.min(error.retryAfter ?? wait, 300_000))
      }
    }
  }

  async #notify(bot: Bot, service: OpenService): Promise<void> {
    while (!this.#signal.aborted) {
      const due = await dueNotices(this.#context, this.#address)
      for (const one of due) {
        const { chatId } = one.subscription
        if (this.#sending.has(chatId) || (this.#nextAt.get(chatId) ?? 0) > clock.now()) continue
        const sending = this.#send(bot, service, one)
          .catch((error: unknown) => this.#fail(error))
          .finally(() => this.#sending.delete(chatId))
        this.#sending.set(chatId, sending)
      }
      if (due.length === 0) await this.#rest()
      await this.#pause(this.#context.timing.poll)
    }
  }

  /** Nothing waits: what was told long ago is left out of the store, and of memory. */
  async #rest(): Promise<void> {
    const now = clock.now()
    let isOld = false
    for (const [chat, at] of this.#nextAt) {
      if (at > now - 600_000) continue
      this.#nextAt.delete(chat)
      isOld = true
    }
    if (isOld) await forgetTold(this.#context, this.#address)
  }

  async #send(bot: Bot, service: OpenService, all: Due): Promise<void> {
    const { subscription } = all
    const isFlood = all.notices.length > mostApart
    const due = isFlood ? all : { subscription, notices: all.notices.slice(0, 1) }
    const attempts = Math.max(...due.notices.map((notice) => notice.attempts))
    const blocks = await noticeBlocks(this.#context, due)
    if (blocks === undefined) {
      const paused = 'Whoever subscribed is no member any more: somebody else has to subscribe.'
      await settle(this.#context, due, { kind: 'dropped' }, paused)
      return
    }
    const { outgoing } = this.#context.integrations
    const message = { chatId: subscription.chatId, blocks, id: idOf(due) }
    const { signal } = this.#lease
    const sent = await service.send(outgoing, bot, message, signal)
    this.#nextAt.set(subscription.chatId, clock.now() + service.sendInterval)
    if (sent.ok) {
      await settle(this.#context, due, { kind: 'told' }, null)
      await this.#noteWell()
      return
    }
    // Given up by the stop: it is said after the start.
    if (signal.aborted) return
    const isOver = attempts + 1 >= mostAttempts
    const wait = sent.retryAfter ?? this.#waitAfter(attempts, sent.isLost)
    this.#nextAt.set(
      subscription.chatId,
      clock.now() + Math.max(service.sendInterval, sent.retryAfter ?? 0),
    )
    const outcome = isOver ? ({ kind: 'dropped' } as const) : ({ kind: 'later', wait } as const)
    // To be asked to wait is no fault.
    const error = sent.retryAfter === undefined ? sent.reason : subscription.error
    await settle(this.#context, due, outcome, error)
    if (sent.retryAfter === undefined && !sent.isLost) await this.#noteFailure(sent.reason)
  }

  #waitAfter(attempts: number, isLost: boolean): number {
    return isLost
      ? longestWait
      : Math.min(longestWait, this.#context.timing.retry * 2 ** Math.min(attempts, 12))
  }

  async #noteWell(): Promise<void> {
    const now = clock.now()
    if (!this.#isFailing && now - this.#wellAt < wellNotedEvery) return
    this.#isFailing = false
    this.#wellAt = now
    await noteBot(this.#context, this.#address, null)
  }

  async #noteFailure(reason: string): Promise<void> {
    this.#isFailing = true
    await noteBot(this.#context, this.#address, reason)
  }
}

/** Of no other message, also after a stop that came before it was noted as told. */
function idOf({ subscription, notices }: Due): string {
  const parts = notices.map(({ pageId, revision, dueAt }) => [pageId, revision, dueAt])
  return hash('sha256', JSON.stringify([subscription.id, parts]), 'base64url')
}
