import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import {
  claimBot,
  type ConnectionAddress,
  type Due,
  dueNotices,
  forgetTold,
  isUnchanged,
  leaseTime,
  moveBot,
  noteBot,
  readBot,
  releaseBot,
  settle,
} from '../domain/chats/bot-lease.ts'
import type { Bot } from '../domain/chats/bots.ts'
import { clock } from '../lib/clock.ts'
import type { Speaker } from './dispatcher.ts'
import { noticeBlocks } from './notify.ts'
import { type BotService, ServiceRefusal } from './services/chat-service.ts'
import { loadAdapter } from './services/registry.ts'

/** Milliseconds. */
export type LanePace = {
  /** How often to look for what is to be said. */
  look: number
  /** The wait after a first failure; it doubles. */
  retry: number
}

export const lanePace: LanePace = { look: 500, retry: 2000 }

const heartbeat = 5000
const longestWait = 3_600_000
/** A message that failed so often is given up: some three days. */
const mostAttempts = 80
const wellNotedEvery = 30_000
/** Pages that wait to be told to one chat; more are told together. */
const mostApart = 10

export type LaneContext = Pick<App, 'store' | 'contextFor' | 'webhooks'>

/** Speaks for one bot, as the only one to do so, until it is changed or the signal ends. */
export class BotLane {
  readonly #context: LaneContext
  readonly #speaker: Speaker
  readonly #address: ConnectionAddress
  readonly #holder: string
  readonly #pace: LanePace
  readonly #ending = new AbortController()
  /** When a chat may be told the next thing. */
  readonly #nextAt = new Map<string, number>()
  readonly #sending = new Map<string, Promise<void>>()
  #wellAt = 0
  #isFailing = true
  #fault: unknown

  constructor(
    context: LaneContext & { speaker: Speaker; pace: LanePace },
    address: ConnectionAddress,
    holder: string,
  ) {
    this.#context = context
    this.#speaker = context.speaker
    this.#pace = context.pace
    this.#address = address
    this.#holder = holder
  }

  stop(): void {
    this.#ending.abort()
  }

  /** Throws what the store refused. */
  async run(): Promise<void> {
    if (!(await claimBot(this.#context, this.#address, this.#holder))) return
    try {
      await this.#speak()
    } finally {
      this.#ending.abort()
      await Promise.all(this.#sending.values())
      await releaseBot(this.#context, this.#address, this.#holder)
    }
    if (this.#fault !== undefined) throw this.#fault
  }

  async #speak(): Promise<void> {
    const held = await readBot(this.#context, this.#address)
    if (held === undefined) return
    if (typeof held === 'string') {
      await noteBot(this.#context, this.#address, held)
      // Nothing can be done until it is changed.
      await this.#watch(undefined)
      return
    }
    const service = await loadAdapter(held.bot.service)
    const work = [
      this.#watch(held.updatedAt),
      this.#listen(held.bot, service, held.position),
      this.#tell(held.bot, service),
    ]
    await Promise.all(
      work.map((one) =>
        one.catch((error: unknown) => {
          if (!this.#ending.signal.aborted) this.#fault = error
          this.#ending.abort()
        }),
      ),
    )
  }

  async #pause(time: number): Promise<void> {
    await sleep(time, undefined, { signal: this.#ending.signal }).catch(() => undefined)
  }

  /** Holds the bot, and ends when it is changed or another node has it. */
  async #watch(updatedAt: number | undefined): Promise<void> {
    let heldUntil = clock.now() + leaseTime
    while (!this.#ending.signal.aborted) {
      await this.#pause(Math.min(heartbeat, this.#pace.look * 2))
      if (this.#ending.signal.aborted) return
      const isSame =
        updatedAt === undefined || (await isUnchanged(this.#context, this.#address, updatedAt))
      if (!isSame) break
      if (heldUntil - clock.now() > leaseTime - heartbeat) continue
      if (!(await claimBot(this.#context, this.#address, this.#holder))) break
      heldUntil = clock.now() + leaseTime
    }
    this.#ending.abort()
  }

  async #listen(bot: Bot, service: BotService, position: string | undefined): Promise<void> {
    const { outgoing, baseUrl } = this.#context.webhooks
    const { signal } = this.#ending
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
            if (!(await moveBot(this.#context, this.#address, this.#holder, next))) {
              this.#ending.abort()
            }
            at = next
          },
          hear: (incoming, reply) => {
            this.#speaker.answer(bot, incoming, reply)
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
        const wait = this.#pace.retry * 2 ** Math.min(failures - 1, 8)
        await this.#pause(Math.min(error.retryAfter ?? wait, 300_000))
      }
    }
  }

  async #tell(bot: Bot, service: BotService): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const due = await dueNotices(this.#context, this.#address)
      for (const one of due) {
        const { chatId } = one.subscription
        if (this.#sending.has(chatId) || (this.#nextAt.get(chatId) ?? 0) > clock.now()) continue
        const sending = this.#send(bot, service, one)
          .catch((error: unknown) => {
            this.#fault = error
            this.#ending.abort()
          })
          .finally(() => this.#sending.delete(chatId))
        this.#sending.set(chatId, sending)
      }
      if (due.length === 0) await this.#rest()
      await this.#pause(this.#pace.look)
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

  async #send(bot: Bot, service: BotService, all: Due): Promise<void> {
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
    const { outgoing } = this.#context.webhooks
    const message = { chatId: subscription.chatId, blocks, id: idOf(due) }
    const { signal } = this.#ending
    const sent = await service.send(outgoing, bot, message, signal)
    this.#nextAt.set(subscription.chatId, clock.now() + service.pace)
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
      clock.now() + Math.max(service.pace, sent.retryAfter ?? 0),
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
      : Math.min(longestWait, this.#pace.retry * 2 ** Math.min(attempts, 12))
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
