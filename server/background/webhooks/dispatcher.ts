import { whileHolding } from '../../domain/leases/lease.ts'
import { noticeDisabled } from '../../domain/webhooks/disabled-notice.ts'
import { fanOut, type FanOutContext } from '../../domain/webhooks/fan-out.ts'
import { clock } from '../../lib/clock.ts'
import { type Commits, webhookCursors, webhooks } from '../../store/index.ts'
import { type Run, Worker } from '../worker.ts'
import { EndpointDeliveries } from './endpoint-deliveries.ts'

/** How often to look for what other processes wrote, and for what is due again. */
const pollInterval = 500
/** How long after its last word an endpoint that a node holds is taken up by another. */
const leaseTime = 10_000

export type DispatcherContext = FanOutContext & { commits: Commits }

/** Turns events into deliveries, and sends those of each endpoint. */
export class WebhookDispatcher {
  readonly #context: DispatcherContext
  readonly #workspaces: Worker<{ workspaceId: string }>
  readonly #endpoints: Worker<webhooks.WebhookAddress>
  readonly #notices: Worker<webhooks.WebhookAddress & { reason: string }>
  #unsubscribe: (() => void) | undefined

  /** `report` hears of faults that nobody expects. */
  constructor(context: DispatcherContext, report: (error: unknown) => void) {
    const { store } = context
    this.#context = context
    this.#workspaces = new Worker({
      pollInterval,
      report,
      findDue: async () => {
        const behind = await webhookCursors.behind(store, clock.now())
        return behind.map((workspaceId) => ({ workspaceId }))
      },
      run: ({ workspaceId }, run) => this.#fanOut(workspaceId, run),
    })
    this.#endpoints = new Worker({
      pollInterval,
      report,
      findDue: () => webhooks.leases.idle(store, { now: clock.now() }),
      run: (address, run) => this.#deliver(address, run),
    })
    this.#notices = new Worker({
      report,
      run: ({ reason, ...address }) => noticeDisabled(context, address, reason),
    })
  }

  start(): void {
    this.#unsubscribe = this.#context.commits.subscribe((workspaceId) => {
      if (workspaceId !== undefined) this.#workspaces.add({ workspaceId })
      else this.#workspaces.poll()
    })
    this.#workspaces.start()
    this.#endpoints.start()
  }

  /** Gives back what is not done, and waits until nothing is being written. */
  async stop(): Promise<void> {
    this.#unsubscribe?.()
    await Promise.all([this.#workspaces.stop(), this.#endpoints.stop()])
    await this.#notices.stop()
  }

  async #fanOut(workspaceId: string, run: Run): Promise<void> {
    const { isFollowed, due, hasMore } = await fanOut(this.#context, workspaceId)
    run.hasMore ||= hasMore
    if (!isFollowed) return
    // A commit without events may have changed an endpoint, or asked for a delivery to be sent again.
    const { store } = this.#context
    const addresses = due.length > 0 ? due : await webhooks.due(store, workspaceId, clock.now())
    for (const address of addresses) this.#endpoints.add(address)
  }

  #deliver(address: webhooks.WebhookAddress, run: Run): Promise<void> {
    const { store } = this.#context
    const leasing = { store, leases: webhooks.leases, time: leaseTime, signal: run.signal }
    return whileHolding(address, leasing, (lease) =>
      new EndpointDeliveries(this.#context, address, {
        run,
        lease,
        onDisabled: (reason) => this.#notices.add({ ...address, reason }),
      }).deliver(),
    )
  }
}
