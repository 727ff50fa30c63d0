import assert from 'node:assert/strict'
import { Webhook } from 'standardwebhooks'
import { WebhookDispatcher } from '../../../server/background/webhooks/dispatcher.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import type { WebhookSettings } from '../../../server/domain/webhooks/settings.ts'
import {
  createAddressGuard,
  readAllowedHosts,
  type Resolve,
} from '../../../server/lib/network/address-guard.ts'
import { openOutboundHttp } from '../../../server/lib/network/outbound-http.ts'
import type { Mail } from '../../../server/mail/mailer.ts'
import { startServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'
import type { Received, Receiver } from './receiver-child.ts'
import { startReceiver } from './receiver.ts'

export type Delivery = {
  id: string
  eventId: string
  type: string
  sequence: number
  status: string
  attempts: number
  cause: string
  nextAttemptAt: string | null
  body: string | null
  log: {
    number: number
    durationMs: number
    request: { url: string; headers: Record<string, string> }
    remoteAddress: string | null
    response: { status: number; body: string | null; isTruncated: boolean } | null
    error: { code: string; message: string } | null
  }[]
}

export type Endpoint = {
  id: string
  url: string
  events: string[]
  enabled: boolean
  disabledReason: string | null
  failingSince: string | null
  failures: number
  lastSuccessAt: string | null
  previousSecretUntil: string | null
}
export type Created = { webhook: Endpoint; secret: string }

export type Fixture = {
  quire: TestServer
  receiver: Receiver
  faults: unknown[]
  mails: Mail[]
  /** A webhook that leads to a path of the receiver. */
  make: (path: string, more?: object) => Promise<Created>
  ask: <Body>(name: string, input?: object) => Promise<Body>
  deliveries: (webhookId: string, filter?: object) => Promise<Delivery[]>
  delivery: (webhookId: string, deliveryId: string) => Promise<Delivery>
  endpoint: (webhookId: string) => Promise<Endpoint>
  /** Waits until so many requests have come to a path. */
  until: (path: string, count?: number) => Promise<Received[]>
  /** Waits until the newest delivery of a webhook is in a status. */
  untilStatus: (webhookId: string, status: string) => Promise<Delivery>
  close: () => Promise<void>
}

export const openHosts = (text: string) => {
  const read = readAllowedHosts(text)
  assert.ok(read)
  return read
}

/** Attempts follow each other at once. */
export const quickly: WebhookSettings = {
  ...readConfig({}).webhooks,
  retrySchedule: [0, 0, 0],
}

/** A server that delivers to a receiver in a process of its own; `resolve` stands for the DNS. */
export async function startFixture(
  settings: Partial<Config> = {},
  resolve?: Resolve,
): Promise<Fixture> {
  const given = { allowedHosts: openHosts('127.0.0.1'), webhooks: quickly, ...settings }
  const [quire, receiver] = await Promise.all([startServer(given), startReceiver()])
  if (resolve !== undefined) {
    const outboundHttp = openOutboundHttp(createAddressGuard(given.allowedHosts, resolve))
    Object.assign(quire.app.integrations, { outboundHttp })
  }
  const faults: unknown[] = []
  const mails: Mail[] = []
  const { store, commits, integrations } = quire.app
  const mail = { send: async (sent: Mail) => void mails.push(sent) }
  const context = { store, commits, integrations: { ...integrations, mail } }
  const dispatcher = new WebhookDispatcher(context, (error) => faults.push(error))
  dispatcher.start()
  const ask = async <Body>(name: string, input: object = {}): Promise<Body> => {
    const { workspaceId } = quire
    const { status, body } = await quire.post<Body>(`/v1/webhooks/${name}`, {
      workspaceId,
      ...input,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const deliveries = async (webhookId: string, filter: object = {}) =>
    (await ask<{ deliveries: Delivery[] }>('deliveries', { webhookId, ...filter })).deliveries
  const delivery = async (webhookId: string, deliveryId: string) =>
    (await ask<{ delivery: Delivery }>('delivery', { webhookId, deliveryId })).delivery
  return {
    quire,
    receiver,
    faults,
    mails,
    ask,
    deliveries,
    delivery,
    make: (path, more = {}) => {
      const url = path.startsWith('http') ? path : receiver.url + path
      return ask('create', { url, events: ['*'], ...more })
    },
    endpoint: async (webhookId) => {
      const { webhooks } = await ask<{ webhooks: Endpoint[] }>('list')
      const found = webhooks.find(({ id }) => id === webhookId)
      assert.ok(found)
      return found
    },
    until: (path, count = 1) =>
      until(async () => {
        const found = await receiver.received(path)
        return found.length >= count && found
      }),
    untilStatus: (webhookId, status) =>
      until(async () => {
        const [newest] = await deliveries(webhookId, { limit: 1 })
        return newest?.status === status && delivery(webhookId, newest.id)
      }),
    close: async () => {
      await dispatcher.stop()
      receiver.close()
      await quire.close()
    },
  }
}

/** A webhook whose receiver is not there, with a delivery that has failed; gives the ids of both. */
export async function addWebhook(
  quire: TestServer,
): Promise<{ webhook: string; delivery: string }> {
  const { workspaceId } = quire
  const input = { workspaceId, url: 'http://nowhere.invalid/', events: ['*'] }
  const created = await quire.post<Created>('/v1/webhooks/create', input)
  const webhookId = created.body.webhook.id
  const test = { workspaceId, webhookId }
  const { body } = await quire.post<{ delivery: Delivery }>('/v1/webhooks/test', test)
  return { webhook: webhookId, delivery: body.delivery.id }
}

/** Throws when the signature is not right; by the library of those who wrote the standard. */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers)
}
