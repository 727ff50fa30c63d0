import { noticeDisabled } from '../../domain/webhooks/disabled-notice.ts'
import { fanOut, type FanOutContext } from '../../domain/webhooks/fan-out.ts'
import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { type Commits, webhookCursors, webhooks } from '../../store/index.ts'
import { WebhookLane } from './endpoint-worker.ts'

/** How often to look for what other processes wrote, and for what is due again. */
const interval = 500
/** What is under way may take so long at a stop; then it is given up, and made again after the start. */
const patience = 1000

export type DispatcherContext = FanOutContext & { commits: Commits }

/** Tells endpoints what happens: events become deliveries, and each endpoint gets its own. */
export class WebhookDispatcher {
  readonly #context: DispatcherContext
  readonly #report: (error: unknown) => void
  readonly #holder = newId()
  readonly #telling = new Map<string, { again: boolean }>()
  readonly #lanes = new Map<string, WebhookLane>()
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #ending = new AbortController()
  readonly #subscriptions: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #isSweeping = false

  /** `report` hears of faults that nobody expects. */
  constructor(context: DispatcherContext, report: (error: unknown) => void) {
    this.#context = context
    this.#report = report
  }

  start(): void {
    const { commits, webhooks: engine } = this.#context
    this.#subscriptions.push(
      commits.subscribe((workspaceId) => {
        if (workspaceId === undefined) this.#sweep()
        else this.#tell(workspaceId)
      }),
      engine.wakes.subscribe(() => this.#sweep()),
    )
    this.#timer = setInterval(() => this.#sweep(), interval).unref()
    this.#sweep()
  }

  /** Gives back what is not done, and waits until nothing is being written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    for (const end of this.#subscriptions) end()
    this.#stopping.abort()
    const timer = setTimeout(() => this.#ending.abort(), patience)
    while (this.#running.size > 0) await Promise.all(this.#running)
    clearTimeout(timer)
  }

  #run(work: Promise<void>): void {
    const running = work.catch(this.#report).finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  #sweep(): void {
    if (this.#isSweeping || this.#stopping.signal.aborted) return
    this.#isSweeping = true
    this.#run(this.#look().finally(() => (this.#isSweeping = false)))
  }

  async #look(): Promise<void> {
    const { store } = this.#context
    const now = clock.now()
    const [behind, due] = await Promise.all([
      webhookCursors.behind(store, now),
      webhooks.due(store, this.#holder, now),
    ])
    for (const workspaceId of behind) this.#tell(workspaceId)
    for (const address of due) this.#deliver(address)
  }

  /** One at a time for a workspace; what comes meanwhile is seen when it is done. */
  #tell(workspaceId: string): void {
    const known = this.#telling.get(workspaceId)
    if (known !== undefined) known.again = true
    if (known !== undefined || this.#stopping.signal.aborted) return
    this.#run(this.#tellAll(workspaceId))
  }

  async #tellAll(workspaceId: string): Promise<void> {
    const state = { again: true }
    this.#telling.set(workspaceId, state)
    try {
      while (state.again && !this.#stopping.signal.aborted) {
        state.again = false
        const { told, hasMore } = await fanOut(this.#context, workspaceId)
        for (const address of told) this.#deliver(address)
        state.again ||= hasMore
      }
    } finally {
      // At once after the last look: a commit in between would be told to nobody.
      this.#telling.delete(workspaceId)
    }
  }

  #deliver(address: webhooks.WebhookAddress): void {
    const { webhookId } = address
    const known = this.#lanes.get(webhookId)
    known?.poke()
    if (known !== undefined || this.#stopping.signal.aborted) return
    const lane = new WebhookLane(this.#context, address, {
      holder: this.#holder,
      stopping: this.#stopping.signal,
      ending: this.#ending.signal,
      onDisabled: (disabled, reason) => this.#run(noticeDisabled(this.#context, disabled, reason)),
    })
    this.#lanes.set(webhookId, lane)
    this.#run(this.#runLane(lane, address))
  }

  async #runLane(lane: WebhookLane, address: webhooks.WebhookAddress): Promise<void> {
    try {
      await lane.run()
    } finally {
      this.#lanes.delete(address.webhookId)
    }
    // There was more to deliver, but only after its last look.
    if (lane.isPoked) this.#deliver(address)
  }
}
