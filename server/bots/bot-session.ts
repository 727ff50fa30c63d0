import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { findPrivateChat } from '../domain/chats/account-links.ts'
import {
  type ConnectionAddress,
  type DueNotices,
  dueNotices,
  forgetDelivered,
  isUnchanged,
  savePosition,
  recordStatus,
  readBot,
  recordOutcome,
} from '../domain/chats/bot-lease.ts'
import type { Bot } from '../domain/chats/bots.ts'
import type { Lease } from '../domain/leases/lease.ts'
import { clock } from '../lib/clock.ts'
import { failureText } from '../lib/failures/failures.ts'
import type { ChatDispatcher } from './dispatcher.ts'
import { noticeFor } from './notify.ts'
import { type OpenService, ServiceRefusal } from './services/chat-service.ts'
import { openService } from './services/registry.ts'

export type BotTiming = {
  /** How often to look for notices. */
  pollMs: number
  /** The wait after the first failure; it doubles each time. */
  retryMs: number
}

export const botTiming: BotTiming = { pollMs: 500, retryMs: 2000 }

/** How often to check whether the bot was changed. */
const changePollMs = 5000
const maxRetryMs = 3_600_000
/** A notice is dropped after this many attempts: about three days. */
const maxAttempts = 80
const statusIntervalMs = 30_000
/** Notices of more pages than this are sent as one digest. */
const maxSeparateNotices = 10

export type BotContext = Pick<App, 'store' | 'contextFor' | 'integrations'>

/** Runs one bot, on this node alone, until the bot changes or the lease ends. */
export class BotSession {
  readonly #context: BotContext & { dispatcher: ChatDispatcher; timing: BotTiming }
  readonly #address: ConnectionAddress
  readonly #lease: Lease
  /** When the next message to a chat may be sent. */
  readonly #nextAt = new Map<string, number>()
  readonly #sending = new Map<string, Promise<void>>()
  #connectedAt = 0
  #isFailing = true
  #error: unknown

  constructor(
    context: BotContext & { dispatcher: ChatDispatcher; timing: BotTiming },
    address: ConnectionAddress,
    lease: Lease,
  ) {
    this.#context = context
    this.#address = address
    this.#lease = lease
  }

  /** Throws errors of the store. */
  async run(): Promise<void> {
    const current = await readBot(this.#context, this.#address)
    if (current === undefined) return
    const { bot, updatedAt, position } = current
    if (bot === undefined) return this.#rejectBot(failureText('botSecretsLost'), updatedAt)
    const service = await openService(bot.service)
    if (service === undefined) {
      return this.#rejectBot(failureText('botServiceUnknown', { service: bot.service }), updatedAt)
    }
    const work = [
      this.#watch(updatedAt),
      this.#listen(bot, service, position),
      this.#notify(bot, service),
    ]
    await Promise.all(work.map((one) => one.catch((error: unknown) => this.#fail(error))))
    await Promise.all(this.#sending.values())
    if (this.#error !== undefined) throw this.#error
  }

  /** The bot cannot run until it is changed. */
  async #rejectBot(reason: string, updatedAt: number): Promise<void> {
    await recordStatus(this.#context, this.#address, reason)
    await this.#watch(updatedAt)
  }

  get #signal(): AbortSignal {
    return this.#lease.signal
  }

  #fail(error: unknown): void {
    // Errors caused by the stop itself are expected.
    if (!this.#signal.aborted) this.#error = error
    this.#lease.end()
  }

  async #pause(time: number): Promise<void> {
    await sleep(time, undefined, { signal: this.#signal }).catch(() => undefined)
  }

  /** Ends when the bot is changed, disabled or disconnected. */
  async #watch(updatedAt: number): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#pause(Math.min(changePollMs, this.#context.timing.pollMs * 2))
      if (this.#signal.aborted) return
      if (!(await isUnchanged(this.#context, this.#address, updatedAt))) this.#lease.end()
    }
  }

  async #listen(bot: Bot, service: OpenService, position: string | undefined): Promise<void> {
    const { outboundHttp, baseUrl } = this.#context.integrations
    const { signal } = this.#lease
    let at = position
    let failures = 0
    while (!signal.aborted && service.listen !== undefined) {
      try {
        await service.listen(bot, {
          outboundHttp,
          baseUrl,
          position: at,
          signal,
          savePosition: async (next) => {
            const { holder, end } = this.#lease
            if (!(await savePosition(this.#context, this.#address, holder, next))) end()
            at = next
          },
          receive: (incoming, reply) => {
            this.#context.dispatcher.dispatchAndReply(bot, incoming, reply)
          },
          textsFor: (chatUserId) => this.#context.dispatcher.textsFor(bot, chatUserId),
          privateChatOf: (chatUserId) => findPrivateChat(this.#context.store, bot, chatUserId),
          onConnected: () => {
            failures = 0
            void this.#recordConnected()
          },
        })
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof ServiceRefusal)) throw error
        await this.#recordFailure(error.message)
        failures += 1
        const wait = this.#context.timing.retryMs * 2 ** Math.min(failures - 1, 8)
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
      if (due.length === 0) await this.#forgetDelivered()
      await this.#pause(this.#context.timing.pollMs)
    }
  }

  /** When no notice waits, removes old delivered ones from the store and from memory. */
  async #forgetDelivered(): Promise<void> {
    const now = clock.now()
    let isOld = false
    for (const [chat, at] of this.#nextAt) {
      if (at > now - 600_000) continue
      this.#nextAt.delete(chat)
      isOld = true
    }
    if (isOld) await forgetDelivered(this.#context, this.#address)
  }

  async #send(bot: Bot, service: OpenService, all: DueNotices): Promise<void> {
    const { subscription } = all
    const isFlood = all.notices.length > maxSeparateNotices
    const due = isFlood ? all : { subscription, notices: all.notices.slice(0, 1) }
    const attempts = Math.max(...due.notices.map((notice) => notice.attempts))
    const notice = await noticeFor(this.#context, due)
    if (notice === undefined) {
      const paused = failureText('subscriberLeft')
      await recordOutcome(this.#context, due, { kind: 'dropped' }, paused)
      return
    }
    const { blocks, buttons: list } = notice
    if (blocks.length === 0) {
      await recordOutcome(this.#context, due, { kind: 'dropped' }, subscription.error)
      return
    }
    const { outboundHttp, baseUrl } = this.#context.integrations
    const buttons = list.length === 0 ? {} : { buttons: { baseUrl, list } }
    const message = { chatId: subscription.chatId, blocks, id: idOf(due), ...buttons }
    const { signal } = this.#lease
    const sent = await service.send(outboundHttp, bot, message, signal)
    this.#nextAt.set(subscription.chatId, clock.now() + service.sendInterval)
    if (sent.ok) {
      await recordOutcome(this.#context, due, { kind: 'sent' }, null)
      await this.#recordConnected()
      return
    }
    // Interrupted by the stop: it is sent after the next start.
    if (signal.aborted) return
    const isOver = attempts + 1 >= maxAttempts
    const wait = sent.retryAfter ?? this.#waitAfter(attempts, sent.isUnreachable)
    this.#nextAt.set(
      subscription.chatId,
      clock.now() + Math.max(service.sendInterval, sent.retryAfter ?? 0),
    )
    const outcome = isOver ? ({ kind: 'dropped' } as const) : ({ kind: 'later', wait } as const)
    // A rate limit is not an error.
    const error = sent.retryAfter === undefined ? sent.reason : subscription.error
    await recordOutcome(this.#context, due, outcome, error)
    if (sent.retryAfter === undefined && !sent.isUnreachable) await this.#recordFailure(sent.reason)
  }

  #waitAfter(attempts: number, isLost: boolean): number {
    return isLost
      ? maxRetryMs
      : Math.min(maxRetryMs, this.#context.timing.retryMs * 2 ** Math.min(attempts, 12))
  }

  async #recordConnected(): Promise<void> {
    const now = clock.now()
    if (!this.#isFailing && now - this.#connectedAt < statusIntervalMs) return
    this.#isFailing = false
    this.#connectedAt = now
    await recordStatus(this.#context, this.#address, null)
  }

  async #recordFailure(reason: string): Promise<void> {
    this.#isFailing = true
    await recordStatus(this.#context, this.#address, reason)
  }
}

/** Stable when the same notices are sent again after a crash. */
function idOf({ subscription, notices }: DueNotices): string {
  const parts = notices.map(({ pageId, revision, dueAt }) => [pageId, revision, dueAt])
  return hash('sha256', JSON.stringify([subscription.id, parts]), 'base64url')
}
