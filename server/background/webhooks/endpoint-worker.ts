import { attempt, type Delivery } from '../../domain/webhooks/attempt.ts'
import type { FanOutContext } from '../../domain/webhooks/fan-out.ts'
import { type MadeAttempt, recordAttempts } from '../../domain/webhooks/outcome.ts'
import { clock } from '../../lib/clock.ts'
import { webhookDeliveries, webhooks } from '../../store/index.ts'

/** Attempts under way at once; one that fails is asked one at a time, until it answers again. */
const concurrency = 4
/** Deliveries read ahead. */
const readAhead = 100
/** Attempts made and not written down yet: a kill would make them again. */
const mostUnwritten = 128
/** Written down together, when there are so many or the first of them is so old (milliseconds). */
const writtenTogether = 64
const longestUnwritten = 20
/** How long after its last word an endpoint that a node holds is taken up by another. */
const leaseTime = 10_000
const heartbeat = 3000
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
      await this.#write()
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
      if (this.#queue.length > 0 || this.#taken.size > 0) {
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
      this.#taken.size - this.#queue.length < mostUnwritten
    )
  }

  async #changed(): Promise<void> {
    await this.#change.promise
    this.#change = Promise.withResolvers()
  }

  async #fill(): Promise<void> {
    const { store } = this.#context
    this.#isPoked = false
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
    const { webhooks: engine } = this.#context
    this.#underWay += 1
    void attempt(engine, this.#endpoint, delivery, this.#control.ending)
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
    const { store, webhooks: engine } = this.#context
    const { retrySchedule } = engine.settings
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
      this.#isLost = true
      this.#control.onDisabled(this.#address, disabled)
    } catch (error) {
      // Read again it would be sent again: the lane ends, and others wait for its lease.
      this.#fault = error
    }
    this.#change.resolve()
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
    const isDisabled = this.#isDisabled || this.#endpoint?.state === 'disabled'
    await this.#context.store.transactIn('nothing', async (transaction) => {
      // What was under way when it was disabled is not tried again either.
      if (isDisabled) await webhookDeliveries.cancel(transaction, this.#address, clock.now())
      await webhooks.release(transaction, this.#address, this.#control.holder)
    })
  }
}
