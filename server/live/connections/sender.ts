import { recordRefusal } from '../../domain/administration/audit.ts'
import type { Context } from '../../domain/context.ts'
import { changePage } from '../../domain/pages/change.ts'
import type { PageAddress } from '../../domain/pages/tree.ts'
import { reauthorize } from '../../domain/people/reauthorize.ts'
import { requireVisitorUse } from '../../domain/sharing/visitor-limits.ts'
import { AppError } from '../../lib/errors.ts'
import type { FieldsMessage, ServerMessage, StepsMessage } from '../../lib/live-messages.ts'
import type { LivePage } from '../pages/live-page.ts'
import { isEnding, refusalOf } from '../refusals.ts'
import type { SenderLimits } from './sender-limits.ts'

/** Typing of a visitor within this time counts as one change of their link. */
const visitorChangeMs = 5000

/** The answer to a change that a client sent, for that client alone, and why it may not go on with the page. */
export type Answer = { json: string | undefined; error?: AppError }

/** Takes the changes of one caller, within the limits on how many there may be. */
export class Sender {
  readonly #context: Context
  readonly #connection: string
  readonly #limits: SenderLimits
  #visitorCountedAt: number | undefined

  constructor(context: Context, connection: string, limits: SenderLimits) {
    this.#limits = limits
    this.#context = context
    this.#connection = connection
  }

  /** `isReading`: whether the connection gets the batches of the page anyway, its own included. */
  async steps(page: LivePage, message: StepsMessage, isReading: boolean): Promise<Answer> {
    try {
      await this.#count(message)
    } catch (error) {
      return this.#refused(page.address, message, error)
    }
    const { work } = this.#limits
    const sent = { context: this.#context, connection: this.#connection, message, work }
    const outcome = await page.submit(sent)
    const { pageId, id } = message
    switch (outcome.kind) {
      case 'refused': {
        const json = toJson({ type: 'refused', pageId, id, ...outcome.refusal })
        const { error } = outcome
        await this.#record(page.address, error)
        return error !== undefined && isEnding(error) ? { json, error } : { json }
      }
      case 'repeated': {
        const { version } = outcome
        const batch = await page.batchOf(version)
        return { json: batch ?? toJson({ type: 'accepted', pageId, version, id }) }
      }
      case 'accepted': {
        if (isReading) return { json: undefined }
        const { version } = outcome.row
        if (outcome.accepted.isAsSent)
          return { json: toJson({ type: 'accepted', pageId, version, id }) }
        return { json: await page.batchOf(version) }
      }
    }
  }

  /** Changes of the title and icon: the last one stands. */
  async fields(address: PageAddress, message: FieldsMessage): Promise<Answer> {
    const context = this.#context
    const { pageId, id, fields } = message
    try {
      await this.#count(message)
      const { workspaceId } = address
      const viewer = await reauthorize(context, workspaceId, {
        reader: context.store,
        right: 'write',
      })
      const { version } = await changePage({ ...context, viewer }, address, fields)
      return { json: toJson({ type: 'accepted', pageId, version, id }) }
    } catch (error) {
      return this.#refused(address, message, error)
    }
  }

  async #refused(
    address: PageAddress,
    { pageId, id }: StepsMessage | FieldsMessage,
    error: unknown,
  ): Promise<Answer> {
    await this.#record(address, error)
    const json = toJson({ type: 'refused', pageId, id, ...refusalOf(error) })
    return isEnding(error) ? { json, error } : { json }
  }

  /** Adds a missing permission to the audit log, as for every other operation. */
  async #record({ workspaceId }: PageAddress, error: unknown): Promise<void> {
    const { caller } = this.#context
    if (!(error instanceof AppError) || error.code !== 'FORBIDDEN' || caller.userId === '') return
    const subject = caller.via === 'web' ? '/app/live' : '/v1/live'
    const details = { message: error.message }
    await recordRefusal(this.#context, { action: 'operation.call', subject, workspaceId, details })
  }

  async #count(message: StepsMessage | FieldsMessage): Promise<void> {
    if (this.#limits.work.isUsedUp || !this.#limits.batches.take()) {
      throw new AppError('RATE_LIMITED', 'Too many changes at once. Try again in a second.')
    }
    if (this.#context.caller.visitor === undefined) return
    const now = performance.now()
    if (now - (this.#visitorCountedAt ?? -Infinity) < visitorChangeMs) return
    await requireVisitorUse(this.#context, 'write', message)
    this.#visitorCountedAt = now
  }
}

function toJson(message: ServerMessage): string {
  return JSON.stringify(message)
}
