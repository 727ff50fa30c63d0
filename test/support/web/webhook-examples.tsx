import type {
  Attempt,
  Delivery,
  DeliverySummary,
  Webhook,
} from '../../../web/src/settings/webhooks/types.ts'

/** What the tests of the screens of webhooks show. */

export const webhook: Webhook = {
  id: 'h1',
  name: 'Build the site',
  url: 'https://example.com/hook',
  events: ['page.*', 'comment.*'],
  sectionId: null,
  format: 'standard',
  enabled: true,
  disabledReason: null,
  disabledFailure: null,
  failingSince: null,
  failures: 0,
  lastSuccessAt: '2026-02-01T00:00:00.000Z',
  previousSecretUntil: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'u1',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

export const summary: DeliverySummary = {
  id: 'd1',
  eventId: 'e1',
  type: 'page.created',
  sequence: 7,
  cause: 'event',
  status: 'failed',
  attempts: 2,
  nextAttemptAt: null,
  createdAt: '2026-02-01T00:00:00.000Z',
  completedAt: '2026-02-01T00:00:01.000Z',
}

const failed: Attempt = {
  number: 1,
  startedAt: '2026-02-01T00:00:00.000Z',
  durationMs: 42,
  request: { url: webhook.url, headers: { 'webhook-id': 'e1' } },
  remoteAddress: '93.184.216.34',
  response: {
    status: 500,
    headers: { 'content-type': 'text/html' },
    body: '<b>out of order</b>',
    isTruncated: false,
  },
  error: { code: 'http_status', message: 'it answered 500', failure: null },
}

const refused: Attempt = {
  ...failed,
  number: 2,
  remoteAddress: null,
  response: null,
  error: {
    code: 'connection_refused',
    message: 'the connection failed (ECONNREFUSED)',
    failure: null,
  },
}

export const delivery: Delivery = {
  ...summary,
  body: '{"type":"page.created","title":"<img src=x onerror=alert(1)>"}',
  log: [failed, refused],
}
