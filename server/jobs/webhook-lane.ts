import { attempt, type Delivery } from '../domain/webhook-attempt.ts'
import type { FanOutContext } from '../domain/webhook-fan-out.ts'
import { recordAttempt } from '../domain/webhook-outcome.ts'
import { clock } from '../lib/clock.ts'
import { webhookDeliveries, webhooks } from '../store/index.ts'

/** Attempts under way at once; one that fails is asked one at a time, until it answers again. */
const concurrency = 4
/** Deliveries read ahead. */
const readAhead = 100
/** Attempts made and not written down yet: a kill would make them again. */
const mostUnwritten = 64
/** How long after its last word an endpoint that a node holds is taken up by another. */
const leaseTime = 15_000
const heartbeat = 5000
/** Kept a moment after the last delivery: the next one needs no claim then. */
const linger = 200
/** How often a success is noted at the endpoint while all goes well. */
const noteEvery = 5000

export type LaneControl = {
  holder: string
  /** Aborted: take up no more. */
  stopping: AbortSignal
  /** Aborted: give up what is under way. */
  ending: AbortSignal
  onDisabled: (address: webhooks.WebhookAddress, reason: string) => void
}

/** Delivers to one endpoint, as the only one to do so, until there is nothing left to deliver. */
export class WebhookLane {
  readonly #context: FanOutContext
  readonly #address: webhooks.WebhookAddress
  readonly #control: LaneControl
  readonly #queue: Delivery[] = []
  /** Read, and not written down yet. */
  readonly #taken = new Set<string>()
  readonly #writing = new Set<Promise<void>>()
  #underWay = 0
  #endpoint: webhooks.WebhookRow | undefined
  #isFailing = false
  #notedAt = 0
  #isLost = false
  #fault: unknown
  #isPoked = false
  #change = Promise.withResolvers<void>()

  constructor(context: FanOutContext, address: webhooks.WebhookAddress, control: LaneControl) {
    this.#context = context
    this.#address = address
    this.#control = control
  }

  /** There is more to deliver, or the endpoint has changed. */
  poke(): void {
    this.#isPoked = true
    this.#change.resolve()
  }

  get isPoked(): boolean {
    return this.#isPoked
  }

  /** Throws what the store refused. */
  async run(): Promise<void> {
    if (!(await this.#claim())) return
    const beat = setInterval(() => void this.#renew(), heartbeat)
    const wake = () => this.#change.resolve()
    this.#control.stopping.addEventListener('abort', wake, { once: true })
    try {
      await this.#work()
    } finally {
      while (this.#underWay > 0) await this.#changed()
      await Promise.all(this.#writing)
      clearInterval(beat)
      this.#control.stopping.removeEventListener('abort', wake)
      await this.#release()
    }
    if (this.#fault !== undefined) throw this.#fault
  }

  get #isOver(): boolean {
    return this.#control.stopping.aborted || this.#isLost || this.#fault !== undefined
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      if (this.#queue.length === 0 || this.#isPoked) await this.#fill()
      if (this.#endpoint?.state !== 'enabled') return
      while (this.#mayStart()) this.#start(this.#queue.shift())
      if (this.#queue.length > 0 || this.#underWay > 0 || this.#writing.size > 0) {
        await this.#changed()
        continue
      }
      const timer = setTimeout(() => this.#change.resolve(), linger)
      await this.#changed()
      clearTimeout(timer)
      if (!this.#isPoked) return
    }
  }

  #mayStart(): boolean {
    const most = this.#isFailing ? 1 : concurrency
    return (
      !this.#isOver &&
      this.#queue.length > 0 &&
      this.#underWay < most &&
      this.#writing.size < mostUnwritten
    )
  }

  async #changed(): Promise<void> {
    await this.#change.promise
    this.#change = Promise.withResolvers()
  }

  async #fill(): Promise<void> {
    const { store } = this.#context
    this.#isPoked = false
    const limit = readAhead + this.#taken.size
    const [endpoint, rows] = await Promise.all([
      webhooks.get(store, this.#address),
      webhookDeliveries.due(store, this.#address, clock.now(), limit),
    ])
    this.#endpoint = endpoint
    this.#isFailing = (endpoint?.failingSince ?? null) !== null
    for (const row of rows) {
      if (this.#taken.has(row.id) || this.#queue.length >= readAhead) continue
      this.#taken.add(row.id)
      this.#queue.push(row)
    }
  }

  #start(delivery: Delivery | undefined): void {
    if (delivery === undefined || this.#endpoint === undefined) return
    const { webhooks: engine } = this.#context
    this.#underWay += 1
    void attempt(engine, this.#endpoint, delivery, this.#control.ending)
      .then((made) => {
        if (made === undefined) return
        const writing = this.#write(delivery, made).finally(() => {
          this.#writing.delete(writing)
          this.#change.resolve()
        })
        this.#writing.add(writing)
      })
      .catch((error: unknown) => {
        this.#fault = error
      })
      .finally(() => {
        this.#underWay -= 1
        this.#change.resolve()
      })
  }

  async #write(
    delivery: Delivery,
    made: NonNullable<Awaited<ReturnType<typeof attempt>>>,
  ): Promise<void> {
    const { store, webhooks: engine } = this.#context
    const notesSuccess = this.#isFailing || clock.now() - this.#notedAt >= noteEvery
    const { retrySchedule } = engine.settings
    try {
      if (notesSuccess && made.isSuccess) this.#notedAt = clock.now()
      this.#isFailing = !made.isSuccess
      const outcome = await recordAttempt(store, delivery, made, { retrySchedule, notesSuccess })
      this.#taken.delete(delivery.id)
      if (outcome.disabled === undefined) return
      this.#queue.length = 0
      this.#isLost = true
      this.#control.onDisabled(this.#address, outcome.disabled)
    } catch (error) {
      // Read again it would be sent again: the lane ends, and others wait for its lease.
      this.#fault = error
    }
  }

  #claim(): Promise<boolean> {
    const now = clock.now()
    const claim = { holder: this.#control.holder, until: now + leaseTime, now }
    return this.#context.store.transactIn('nothing', (transaction) =>
      webhooks.claim(transaction, this.#address, claim),
    )
  }

  /** A receiver may take its time over an answer, in which nothing is written. */
  async #renew(): Promise<void> {
    const until = clock.now() + leaseTime
    const { holder } = this.#control
    try {
      const isHeld = await this.#context.store.transactIn('nothing', (transaction) =>
        webhooks.renew(transaction, this.#address, { holder, until }),
      )
      if (isHeld) return
      this.#isLost = true
    } catch (error) {
      this.#fault = error
    }
    this.#change.resolve()
  }

  async #release(): Promise<void> {
    // One that failed keeps its lease: it is not taken up again at once.
    if (this.#fault !== undefined) return
    await this.#context.store.transactIn('nothing', (transaction) =>
      webhooks.release(transaction, this.#address, this.#control.holder),
    )
  }
}
