import { whileHolding } from '../../domain/leases/lease.ts'
import { mailDisabledNotice } from '../../domain/webhooks/disabled-notice.ts'
import { fanOut, type FanOutContext } from '../../domain/webhooks/fan-out.ts'
import type { DisableReason } from '../../domain/webhooks/outcome.ts'
import { clock } from '../../lib/clock.ts'
import { type Commits, webhookCursors, webhooks } from '../../store/index.ts'
import { type Run, Worker } from '../worker.ts'
import { EndpointDeliveries } from './endpoint-deliveries.ts'

/** How often to look for events of other processes, and for due retries. */
const pollIntervalMs = 500
/** Another node takes over an endpoint this long after the last heartbeat. */
const leaseMs = 10_000

export type DispatcherContext = FanOutContext & { commits: Commits }

/** Creates deliveries from events, and sends those of each endpoint. */
export class WebhookDispatcher {
  readonly #context: DispatcherContext
  readonly #workspaces: Worker<{ workspaceId: string }>
  readonly #endpoints: Worker<webhooks.WebhookAddress>
  readonly #notices: Worker<
    webhooks.WebhookAddress & { kind: DisableReason['kind']; attempts: string }
  >
  #unsubscribe: (() => void) | undefined

  /** `report` receives unexpected errors. */
  constructor(context: DispatcherContext, report: (error: unknown) => void) {
    const { store } = context
    this.#context = context
    this.#workspaces = new Worker({
      pollIntervalMs,
      report,
      findDue: async () => {
        const behind = await webhookCursors.behind(store, clock.now())
        return behind.map((workspaceId) => ({ workspaceId }))
      },
      run: ({ workspaceId }, run) => this.#fanOut(workspaceId, run),
    })
    this.#endpoints = new Worker({
      pollIntervalMs,
      report,
      findDue: async () =>
        webhooks.leases.idle(store, { now: await store.now(), dueBy: clock.now() }),
      run: (address, run) => this.#deliver(address, run),
    })
    this.#notices = new Worker({
      report,
      run: ({ kind, attempts, ...address }) =>
        mailDisabledNotice(context, address, { kind, attempts: Number(attempts) }),
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

  /** Releases the leases, and waits for the runs in progress. */
  async stop(): Promise<void> {
    this.#unsubscribe?.()
    await Promise.all([this.#workspaces.stop(), this.#endpoints.stop()])
    await this.#notices.stop()
  }

  async #fanOut(workspaceId: string, run: Run): Promise<void> {
    const { hasSubscribers, due, hasMore } = await fanOut(this.#context, workspaceId)
    run.hasMore ||= hasMore
    if (!hasSubscribers) return
    // A commit without events may have changed an endpoint, or asked for a delivery to be sent again.
    const { store } = this.#context
    const addresses = due.length > 0 ? due : await webhooks.due(store, workspaceId, clock.now())
    for (const address of addresses) this.#endpoints.add(address)
  }

  #deliver(address: webhooks.WebhookAddress, run: Run): Promise<void> {
    const { store } = this.#context
    const leasing = { store, leases: webhooks.leases, leaseMs, signal: run.signal }
    return whileHolding(address, leasing, (lease) =>
      new EndpointDeliveries(this.#context, address, {
        run,
        lease,
        onDisabled: ({ kind, attempts }) =>
          this.#notices.add({ ...address, kind, attempts: String(attempts) }),
      }).deliver(),
    )
  }
}
