import type { client } from '../../lib/client.ts'

type Answer<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

export type Webhook = Answer<typeof client.webhooks.list>['webhooks'][number]
export type WebhookFormat = Webhook['format']
export type DeliverySummary = Answer<typeof client.webhookDeliveries.list>['deliveries'][number]
export type Delivery = Answer<typeof client.webhookDeliveries.get>['delivery']
export type Attempt = Delivery['log'][number]
export type DeliveryStatus = DeliverySummary['status']
