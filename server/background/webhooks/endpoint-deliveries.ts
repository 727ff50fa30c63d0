import type { Lease } from '../../domain/leases/lease.ts'
import { attempt, type Delivery } from '../../domain/webhooks/attempt.ts'
import type { FanOutContext } from '../../domain/webhooks/fan-out.ts'
import {
  type CompletedAttempt,
  type DisableReason,
  recordAttempts,
} from '../../domain/webhooks/outcome.ts'
import { dueDeliveries } from '../../domain/webhooks/visible-deliveries.ts'
import { clock } from '../../lib/clock.ts'
import { type Transaction, webhookDeliveries, webhooks } from '../../store/index.ts'
import type { Run } from '../worker.ts'

/** Concurrent requests. A failing endpoint gets one at a time. */
const concurrency = 4
/** Deliveries read ahead. */
const readAhead = 100
/** Completed attempts not recorded yet: a crash repeats them. */
const maxUnrecorded = 128
/** Attempts are recorded in batches of this size, or after the delay. */
const batchSize = 64
const maxBatchDelayMs = 20
/** How often to look for deliveries of other processes. */
const pollIntervalMs = 500
/** A stop waits this long for requests in flight; interrupted ones are repeated after the start. */
const stopTimeoutMs = 1000
/** Keeps the lease for a moment after the last delivery, to save a claim. */
const idleMs = 200
/** How often a success is recorded at a healthy endpoint. */
const successNoteMs = 5000

export type DeliveryControl = {
  run: Run
  lease: Lease
  onDisabled: (reason: DisableReason) => void
}

/** Sends the deliveries of one endpoint, on this node alone, until none is left. */
export class EndpointDeliveries {
  readonly #context: FanOutContext
  readonly #address: webhooks.WebhookAddress
  readonly #control: DeliveryControl
  readonly #queue: Delivery[] = []
  /** Ids of deliveries that were read and whose outcome is not recorded yet. */
  readonly #unrecorded = new Set<string>()
  #completed: CompletedAttempt[] = []
  #recording = Promise.resolve()
  #recordTimer: NodeJS.Timeout | undefined
  #inFlight = 0
  #endpoint: webhooks.WebhookRow | undefined
  #isFailing = false
  #successNotedAt = 0
  /** The last recorded attempt failed. */
  #isFailureNoted = false
  #isDisabled = false
  #error: unknown
  readonly #interrupt = new AbortController()
  #change = Promise.withResolvers<void>()

  constructor(context: FanOutContext, address: webhooks.WebhookAddress, control: DeliveryControl) {
    this.#context = context
    this.#address = address
    this.#control = control
  }

  /** Returns what to write with the release of the lease. Throws errors of the store. */
  async deliver(): Promise<((transaction: Transaction) => Promise<void>) | undefined> {
    const { run, lease } = this.#control
    run.onMore = () => this.#change.resolve()
    const poll = setInterval(() => {
      run.hasMore = true
      run.onMore()
    }, pollIntervalMs)
    lease.signal.addEventListener('abort', () => {
      run.onMore()
      setTimeout(() => this.#interrupt.abort(), stopTimeoutMs).unref()
    })
    try {
      await this.#work()
    } finally {
      clearInterval(poll)
      while (this.#inFlight > 0) await this.#changed()
      await this.#recordBatch()
    }
    if (this.#error !== undefined) throw this.#error
    const isDisabled = this.#isDisabled || this.#endpoint?.state === 'disabled'
    // Requests in flight when it was disabled are not retried either.
    return isDisabled
      ? (transaction) => webhookDeliveries.cancel(transaction, this.#address, clock.now())
      : undefined
  }

  get #isOver(): boolean {
    return this.#control.lease.signal.aborted || this.#isDisabled || this.#error !== undefined
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      if (this.#queue.length === 0 || this.#control.run.hasMore) await this.#fill()
      if (this.#endpoint?.state !== 'enabled') return
      while (this.#mayStart()) this.#start(this.#queue.shift())
      if (this.#queue.length > 0 || this.#unrecorded.size > 0) {
        await this.#changed()
        continue
      }
      const timer = setTimeout(() => this.#change.resolve(), idleMs)
      await this.#changed()
      clearTimeout(timer)
      if (!this.#control.run.hasMore) return
    }
  }

  #mayStart(): boolean {
    const limit = this.#isFailing ? 1 : concurrency
    return (
      !this.#isOver &&
      this.#queue.length > 0 &&
      this.#inFlight < limit &&
      this.#unrecorded.size - this.#queue.length < maxUnrecorded
    )
  }

  async #changed(): Promise<void> {
    await this.#change.promise
    this.#change = Promise.withResolvers()
  }

  async #fill(): Promise<void> {
    const { store } = this.#context
    this.#control.run.hasMore = false
    // A delivery recorded during the read is still due in the rows read.
    const unrecorded = new Set(this.#unrecorded)
    const limit = readAhead + unrecorded.size
    const [endpoint, rows] = await Promise.all([
      webhooks.get(store, this.#address),
      webhookDeliveries.due(store, this.#address, clock.now(), limit),
    ])
    this.#endpoint = endpoint
    this.#isFailing = (endpoint?.failingSince ?? null) !== null
    for (const row of await dueDeliveries(store, endpoint, rows)) {
      if (unrecorded.has(row.id) || this.#queue.length >= readAhead) continue
      this.#unrecorded.add(row.id)
      this.#queue.push(row)
    }
  }

  #start(delivery: Delivery | undefined): void {
    if (delivery === undefined || this.#endpoint === undefined) return
    const { integrations } = this.#context
    this.#inFlight += 1
    void attempt(integrations, this.#endpoint, delivery, this.#interrupt.signal)
      .then((result) => {
        if (result !== undefined) this.#queueRecord({ delivery, result })
        else this.#unrecorded.delete(delivery.id)
      })
      .catch((error: unknown) => {
        this.#error = error
      })
      .finally(() => {
        this.#inFlight -= 1
        this.#change.resolve()
      })
  }

  /** Each commit waits for the disk, so attempts that end together are recorded together. */
  #queueRecord(one: CompletedAttempt): void {
    this.#isFailing = !one.result.isSuccess
    this.#completed.push(one)
    if (this.#completed.length >= batchSize) void this.#recordBatch()
    else this.#recordTimer ??= setTimeout(() => void this.#recordBatch(), maxBatchDelayMs)
  }

  #recordBatch(): Promise<void> {
    clearTimeout(this.#recordTimer)
    this.#recordTimer = undefined
    this.#recording = this.#recording.then(() => this.#recordCompleted())
    return this.#recording
  }

  async #recordCompleted(): Promise<void> {
    const attempts = this.#completed.splice(0)
    if (attempts.length === 0 || this.#error !== undefined) return
    const { store, integrations } = this.#context
    const { retrySchedule } = integrations.webhookSettings
    const now = clock.now()
    const hasFailure = attempts.some(({ result }) => !result.isSuccess)
    const wasFailing = (this.#endpoint?.failingSince ?? null) !== null || this.#isFailureNoted
    const notesSuccess = hasFailure || wasFailing || now - this.#successNotedAt >= successNoteMs
    if (notesSuccess) this.#successNotedAt = now
    this.#isFailureNoted = attempts.at(-1)?.result.isSuccess === false
    try {
      const options = { retrySchedule, notesSuccess }
      const disabled = await recordAttempts(store, this.#address, attempts, options)
      for (const { delivery } of attempts) this.#unrecorded.delete(delivery.id)
      if (disabled === undefined) return
      this.#isDisabled = true
      this.#control.onDisabled(disabled)
    } catch (error) {
      // Reading them again would send them again: this run ends, and its lease expires.
      this.#error = error
    }
    this.#change.resolve()
  }
}
