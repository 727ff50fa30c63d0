import { clock } from '../../lib/clock.ts'
import {
  events,
  type Store,
  type Viewer,
  webhookDeliveries,
  type webhooks,
} from '../../store/index.ts'
import { readEvent } from '../events/stored-events.ts'
import { viewEvents } from '../events/views.ts'
import { receiverViewer } from './receivers.ts'

type Delivery = Pick<webhookDeliveries.DeliveryRow, 'id' | 'sequence' | 'type' | 'workspaceId'>

/** The IDs of deliveries about what the viewer can see, now. A test is about nothing. */
export async function visibleDeliveries(
  store: Store,
  viewer: Viewer,
  deliveries: readonly Delivery[],
): Promise<Set<string>> {
  if (viewer.seesEverything) return new Set(deliveries.map(({ id }) => id))
  const { workspaceId } = viewer
  const tests = deliveries.filter(({ sequence }) => sequence === 0)
  const found = await Promise.all(
    deliveries.map(async (delivery) => {
      const row = await events.bySequence(store, workspaceId, delivery.sequence)
      return row === undefined
        ? []
        : [{ delivery, event: readEvent({ ...row, workspaceId }, 'webhooks') }]
    }),
  )
  const known = found.flat()
  const viewed = await viewEvents(
    store,
    viewer,
    known.map(({ event }) => event),
  )
  const visible = known.filter(({ delivery }, index) => {
    const kind = viewed[index]?.kind
    // A mirror is notified of a lost page as of a deleted one.
    return kind === 'event' || (kind === 'lost' && delivery.type === 'page.deleted')
  })
  return new Set([...tests, ...visible.map(({ delivery }) => delivery)].map(({ id }) => id))
}

/** The due deliveries of an endpoint. Those about what it can no longer see are cancelled. */
export async function dueDeliveries(
  store: Store,
  endpoint: webhooks.WebhookRow | undefined,
  rows: readonly webhookDeliveries.DueDelivery[],
): Promise<readonly webhookDeliveries.DueDelivery[]> {
  const [first] = rows
  if (first === undefined || endpoint === undefined || isOpen(first, endpoint)) return rows
  const viewer = await receiverViewer(store, first, endpoint)
  const visible = await visibleDeliveries(store, viewer, rows)
  const hidden = rows.filter(({ id }) => !visible.has(id))
  if (hidden.length === 0) return rows
  await store.transactIn('none', async (transaction) => {
    for (const { workspaceId, webhookId, id: deliveryId, attempts, tries } of hidden) {
      const outcome = { status: 'cancelled', attempts, tries, dueAt: null } as const
      await webhookDeliveries.recordOutcome(
        transaction,
        { workspaceId, webhookId, deliveryId },
        { ...outcome, completedAt: clock.now() },
      )
    }
  })
  return rows.filter(({ id }) => visible.has(id))
}

/** Everyone sees everything; an agent may be paused. */
function isOpen(
  { rightsVersion }: webhookDeliveries.DueDelivery,
  { agentId }: webhooks.WebhookRow,
): boolean {
  return rightsVersion === 0 && agentId === null
}
