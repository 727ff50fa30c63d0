import type { Lease } from '../../domain/leases/lease.ts'
import { attempt, type Delivery } from '../../domain/webhooks/attempt.ts'
import type { FanOutContext } from '../../domain/webhooks/fan-out.ts'
import { type MadeAttempt, recordAttempts } from '../../domain/webhooks/outcome.ts'
import { clock } from '../../lib/clock.ts'
import { type Transaction, webhookDeliveries, webhooks } from '../../store/index.ts'
import type { Run } from '../worker.ts'

/** Attempts under way at once; one that fails is asked one at a time, until it answers again. */
const concurrency = 4
/** Deliveries read ahead. */
const readAhead = 100
/** Attempts made and not written down yet: a kill would make them again. */
const mostUnwritten = 128
/** Written down together, when there are so many or the first of them is so old (milliseconds). */
const writtenTogether = 64
const longestUnwritten = 20
/** How often to look for what other processes made due. */
const pollInterval = 500
/** What is under way may take so long at a stop; then it is given up, and made again after the start. */
const patience = 1000
/** Kept a moment after the last delivery: the next one needs no claim then. */
const linger = 200
/** How often a success is noted at the endpoint while all goes well. */
const noteEvery = 5000

export type DeliveryControl = {
  run: Run
  lease: Lease
  onDisabled: (reason: string) => void
}

/** Delivers to one endpoint, as the only one to do so, until there is nothing left to deliver. */
export class EndpointDeliveries {
  readonly #context: FanOutContext
  readonly #address: webhooks.WebhookAddress
  readonly #control: DeliveryControl
  readonly #queue: Delivery[] = []
  /** Read, and not written down yet. */
  readonly #taken = new Set<string>()
  #made: MadeAttempt[] = []
  #writing = Promise.resolve()
  #writeTimer: NodeJS.Timeout | undefined
  #underWay = 0
  #endpoint: webhooks.WebhookRow | undefined
  #isFailing = false
  #notedAt = 0
  /** The last that was written down is a failure. */
  #isFailureNoted = false
  #isDisabled = false
  #fault: unknown
  readonly #givingUp = new AbortController()
  #change = Promise.withResolvers<void>()

  constructor(context: FanOutContext, address: webhooks.WebhookAddress, control: DeliveryControl) {
    this.#context = context
    this.#address = address
    this.#control = control
  }

  /** Gives what to write with the release. Throws what the store refused. */
  async deliver(): Promise<((transaction: Transaction) => Promise<void>) | undefined> {
    const { run, lease } = this.#control
    run.onMore = () => this.#change.resolve()
    const poll = setInterval(() => {
      run.hasMore = true
      run.onMore()
    }, pollInterval)
    lease.signal.addEventListener('abort', () => {
      run.onMore()
      setTimeout(() => this.#givingUp.abort(), patience).unref()
    })
    try {
      await this.#work()
    } finally {
      clearInterval(poll)
      while (this.#underWay > 0) await this.#changed()
      await this.#write()
    }
    if (this.#fault !== undefined) throw this.#fault
    const isDisabled = this.#isDisabled || this.#endpoint?.state === 'disabled'
    // What was under way when it was disabled is not tried again either.
    return isDisabled
      ? (transaction) => webhookDeliveries.cancel(transaction, this.#address, clock.now())
      : undefined
  }

  get #isOver(): boolean {
    return this.#control.lease.signal.aborted || this.#isDisabled || this.#fault !== undefined
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      if (this.#queue.length === 0 || this.#control.run.hasMore) await this.#fill()
      if (this.#endpoint?.state !== 'enabled') return
      while (this.#mayStart()) this.#start(this.#queue.shift())
      if (this.#queue.length > 0 || this.#taken.size > 0) {
        await this.#changed()
        continue
      }
      const timer = setTimeout(() => this.#change.resolve(), linger)
      await this.#changed()
      clearTimeout(timer)
      if (!this.#control.run.hasMore) return
    }
  }

  #mayStart(): boolean {
    const most = this.#isFailing ? 1 : concurrency
    return (
      !this.#isOver &&
      this.#queue.length > 0 &&
      this.#underWay < most &&
      this.#taken.size - this.#queue.length < mostUnwritten
    )
  }

  async #changed(): Promise<void> {
    await this.#change.promise
    this.#change = Promise.withResolvers()
  }

  async #fill(): Promise<void> {
    const { store } = this.#context
    this.#control.run.hasMore = false
    // One that is written down while this reads is still to be sent in what is read.
    const taken = new Set(this.#taken)
    const limit = readAhead + taken.size
    const [endpoint, rows] = await Promise.all([
      webhooks.get(store, this.#address),
      webhookDeliveries.due(store, this.#address, clock.now(), limit),
    ])
    this.#endpoint = endpoint
    this.#isFailing = (endpoint?.failingSince ?? null) !== null
    for (const row of rows) {
      if (taken.has(row.id) || this.#queue.length >= readAhead) continue
      this.#taken.add(row.id)
      this.#queue.push(row)
    }
  }

  #start(delivery: Delivery | undefined): void {
    if (delivery === undefined || this.#endpoint === undefined) return
    const { integrations } = this.#context
    this.#underWay += 1
    void attempt(integrations, this.#endpoint, delivery, this.#givingUp.signal)
      .then((made) => {
        if (made !== undefined) this.#note({ delivery, made })
        else this.#taken.delete(delivery.id)
      })
      .catch((error: unknown) => {
        this.#fault = error
      })
      .finally(() => {
        this.#underWay -= 1
        this.#change.resolve()
      })
  }

  /** Each commit waits for the disk, so what ends at about the same time is written down together. */
  #note(one: MadeAttempt): void {
    this.#isFailing = !one.made.isSuccess
    this.#made.push(one)
    if (this.#made.length >= writtenTogether) void this.#write()
    else this.#writeTimer ??= setTimeout(() => void this.#write(), longestUnwritten)
  }

  #write(): Promise<void> {
    clearTimeout(this.#writeTimer)
    this.#writeTimer = undefined
    this.#writing = this.#writing.then(() => this.#writeMade())
    return this.#writing
  }

  async #writeMade(): Promise<void> {
    const attempts = this.#made.splice(0)
    if (attempts.length === 0 || this.#fault !== undefined) return
    const { store, integrations } = this.#context
    const { retrySchedule } = integrations.webhookSettings
    const now = clock.now()
    const hasFailure = attempts.some(({ made }) => !made.isSuccess)
    const isNews = (this.#endpoint?.failingSince ?? null) !== null || this.#isFailureNoted
    const notesSuccess = hasFailure || isNews || now - this.#notedAt >= noteEvery
    if (notesSuccess) this.#notedAt = now
    this.#isFailureNoted = attempts.at(-1)?.made.isSuccess === false
    try {
      const options = { retrySchedule, notesSuccess }
      const disabled = await recordAttempts(store, this.#address, attempts, options)
      for (const { delivery } of attempts) this.#taken.delete(delivery.id)
      if (disabled === undefined) return
      this.#isDisabled = true
      this.#control.onDisabled(disabled)
    } catch (error) {
      // Read again it would be sent again: this run ends, and others wait for its lease.
      this.#fault = error
    }
    this.#change.resolve()
  }
}
