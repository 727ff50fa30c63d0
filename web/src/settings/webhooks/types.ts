import type { client } from '../../lib/client.ts'

export type Webhook = Awaited<ReturnType<typeof client.webhooks.list>>['webhooks'][number]
export type WebhookFormat = Webhook['format']
export type DeliverySummary = Awaited<
  ReturnType<typeof client.webhookDeliveries.list>
>['deliveries'][number]
export type Delivery = Awaited<ReturnType<typeof client.webhookDeliveries.get>>['delivery']
export type Attempt = Delivery['log'][number]
export type DeliveryStatus = DeliverySummary['status']
