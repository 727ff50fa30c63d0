import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { statement } from '../../server/store/statement.ts'
import type { Delivery, Endpoint, Created } from '../support/outside/webhooks.ts'
import { nothing, addPage } from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'

const publicUrl = 'https://93.184.216.34/hook'

describe('webhooks', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const ask = <Body = { code: string; message: string }>(
    name: string,
    input: object = {},
    key?: string,
  ) => {
    const body = { workspaceId: quire.workspaceId, ...input }
    return quire.post<Body>(`/v1/webhooks/${name}`, body, key)
  }
  const make = async (input: object = {}) => {
    const { status, body } = await ask<Created>('create', {
      url: publicUrl,
      events: ['*'],
      ...input,
    })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const inputs: Record<string, object> = {
    list: {},
    create: { url: publicUrl, events: ['*'] },
    update: { webhookId: nothing },
    delete: { webhookId: nothing },
    test: { webhookId: nothing },
    'rotate-secret': { webhookId: nothing },
    deliveries: { webhookId: nothing },
    delivery: { webhookId: nothing, deliveryId: nothing },
    redeliver: { webhookId: nothing, deliveryId: nothing },
    recover: { webhookId: nothing, since: '2026-01-01T00:00:00Z' },
    'event-types': {},
  }

  it('are refused to members, viewers, read-only keys and strangers, every operation', async () => {
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const outsider = await addPerson(quire, 'Sam')
    const readOnly = await addKey(quire, { readOnly: true })
    for (const [name, input] of Object.entries(inputs)) {
      for (const key of [member.key, viewer.key, outsider.key, readOnly]) {
        assert.equal((await ask(name, input, key)).status, 403, name)
      }
      const { status } = await quire.post(`/v1/webhooks/${name}`, {}, null)
      assert.equal(status, 401, name)
    }
  })

  it('are not found where they are not, also those of another workspace', async () => {
    const { webhook } = await make()
    const workspaceId = await addWorkspace(quire, 'Other')
    for (const [name, input] of Object.entries(inputs)) {
      if (!('webhookId' in input)) continue
      const unknown = await ask(name, input)
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'WEBHOOK_NOT_FOUND'], name)
      const foreign = await ask(name, { ...input, webhookId: webhook.id, workspaceId })
      assert.deepEqual([foreign.status, foreign.body.code], [404, 'WEBHOOK_NOT_FOUND'], name)
    }
    for (const name of ['delivery', 'redeliver']) {
      const input = { webhookId: webhook.id, deliveryId: nothing }
      assert.equal((await ask(name, input)).body.code, 'DELIVERY_NOT_FOUND')
    }
  })

  it('lead to public web addresses only (/v1/webhooks/create, /v1/webhooks/update)', async () => {
    const { webhook } = await make()
    for (const url of [
      'http://127.0.0.1:9000/',
      'http://localhost/',
      'http://2130706433/',
      'http://[::ffff:10.0.0.1]/',
      'http://169.254.169.254/latest/meta-data',
      'ftp://example.com/',
      'https://user:secret@93.184.216.34/',
      'nonsense',
    ]) {
      const refused = await ask('create', { url, events: ['*'] })
      assert.deepEqual([refused.status, refused.body.code], [400, 'VALIDATION_FAILED'], url)
      assert.match(refused.body.message, /^\/url /)
      assert.equal((await ask('update', { webhookId: webhook.id, url })).status, 400, url)
    }
  })

  it('take only types there are, and a section that is there', async () => {
    for (const events of [[], ['page.exploded'], ['pages'], ['webhook.test'], ['*.*']]) {
      assert.equal((await ask('create', { url: publicUrl, events })).status, 400, String(events))
    }
    const input = { url: publicUrl, events: ['*'], sectionId: nothing }
    assert.equal((await ask('create', input)).body.code, 'PAGE_NOT_FOUND')
    assert.equal((await ask('create', { ...input, format: 'teams' })).status, 400)
  })

  it('are made with a secret that is shown once, and listed (/v1/webhooks/list)', async () => {
    const sectionId = await addPage(quire, 'Section')
    const created = await make({ name: 'Site', sectionId, format: 'slack', events: ['page.*'] })
    assert.match(created.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { status, body } = await ask<{ webhooks: Endpoint[] }>('list')
    assert.equal(status, 200)
    assert.deepEqual(
      body.webhooks.find(({ id }) => id === created.webhook.id),
      created.webhook,
    )
    assert.ok(!JSON.stringify(body).includes('whsec_'))
    const {
      id,
      createdAt: _at,
      updatedAt: _too,
      ...rest
    } = Object.assign({ createdAt: '', updatedAt: '' }, created.webhook)
    assert.ok(id)
    assert.deepEqual(rest, {
      name: 'Site',
      url: publicUrl,
      events: ['page.*'],
      sectionId,
      format: 'slack',
      enabled: true,
      disabledReason: null,
      disabledFailure: null,
      failingSince: null,
      failures: 0,
      lastSuccessAt: null,
      previousSecretUntil: null,
      createdBy: quire.userId,
    })
    const sql = 'select secret from webhooks'
    const rows = await quire.app.store.all(statement<{ secret: string }>('test.secrets', sql))
    assert.ok(rows.every(({ secret }) => secret.startsWith('v1.')))
  })

  it('change what is given and keep the rest (/v1/webhooks/update)', async () => {
    const { webhook } = await make({ name: 'Before' })
    const change = { webhookId: webhook.id, name: 'After', enabled: false }
    const { body } = await ask<Created>('update', change)
    assert.equal(body.webhook.enabled, false)
    assert.match(body.webhook.disabledReason ?? '', /Disabled by a person/)
    assert.deepEqual([body.webhook.url, body.webhook.events], [publicUrl, ['*']])
    const on = await ask<Created>('update', { webhookId: webhook.id, enabled: true })
    assert.deepEqual([on.body.webhook.enabled, on.body.webhook.disabledReason], [true, null])
  })

  it('are gone once deleted (/v1/webhooks/delete)', async () => {
    const { webhook } = await make()
    assert.deepEqual((await ask('delete', { webhookId: webhook.id })).body, { ok: true })
    assert.equal((await ask('delete', { webhookId: webhook.id })).status, 404)
    const { body } = await ask<{ webhooks: Endpoint[] }>('list')
    assert.ok(!body.webhooks.some(({ id }) => id === webhook.id))
  })

  it('get another secret, the old one for a grace (/v1/webhooks/rotate-secret)', async () => {
    const { webhook, secret } = await make()
    const rotate = (graceSeconds?: number) =>
      ask<{ secret: string; previousSecretUntil: string | null }>('rotate-secret', {
        webhookId: webhook.id,
        ...(graceSeconds === undefined ? {} : { graceSeconds }),
      })
    const { body } = await rotate()
    assert.notEqual(body.secret, secret)
    const left = Date.parse(body.previousSecretUntil ?? '') - Date.now()
    assert.ok(left > 86_300_000 && left <= 86_400_000)
    assert.equal((await rotate(0)).body.previousSecretUntil, null)
    assert.equal((await rotate(-1)).status, 400)
  })

  it('are limited in number', async () => {
    const workspaceId = await addWorkspace(quire, 'Full')
    for (let count = 0; count < 100; count += 1) await make({ workspaceId })
    const { status, body } = await ask('create', { workspaceId, url: publicUrl, events: ['*'] })
    assert.equal(status, 400)
    assert.match(body.message, /more than 100/)
  })

  it('cannot send again while they are disabled (/v1/webhooks/redeliver, /v1/webhooks/recover)', async () => {
    const { webhook } = await make()
    const webhookId = webhook.id
    await ask('update', { webhookId, enabled: false })
    const since = '2026-01-01T00:00:00Z'
    assert.equal((await ask('recover', { webhookId, since })).body.code, 'WEBHOOK_DISABLED')
    const input = { webhookId, deliveryId: nothing }
    assert.equal((await ask('redeliver', input)).body.code, 'WEBHOOK_DISABLED')
  })

  it('tell which types there are, with their schemas (/v1/webhooks/event-types)', async () => {
    const { body } = await ask<{
      subscriptions: string[]
      eventTypes: { type: string; description: string; schema: { properties: object } }[]
    }>('event-types')
    assert.ok(['*', 'page.*', 'comment.resolved'].every((one) => body.subscriptions.includes(one)))
    assert.ok(!body.subscriptions.includes('webhook.test'))
    assert.ok(body.eventTypes.length >= 18)
    for (const { type, description, schema } of body.eventTypes) {
      assert.ok(description.length > 10, type)
      assert.deepEqual(Object.keys(schema.properties).slice(0, 3), ['id', 'type', 'timestamp'])
    }
  })

  it('say what a test came to, also when nobody is there (/v1/webhooks/test)', async () => {
    const { webhook } = await make({ url: 'http://nowhere.invalid/hook' })
    const { status, body } = await ask<{ delivery: Delivery }>('test', { webhookId: webhook.id })
    assert.equal(status, 200)
    const { type, status: ended, cause, log } = body.delivery
    assert.deepEqual([type, ended, cause, log.length], ['webhook.test', 'failed', 'test', 1])
    assert.equal(log[0]?.error?.code, 'dns')
    const { webhooks } = (await ask<{ webhooks: Endpoint[] }>('list')).body
    const { failures, enabled } = webhooks.find(({ id }) => id === webhook.id) ?? {}
    assert.deepEqual([failures, enabled], [0, true], 'a test says nothing of the endpoint')
  })
})
