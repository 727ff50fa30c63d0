import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Delivery, type Fixture, startFixture } from '../../support/outside/webhooks.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { grantOnly, restrict } from '../../support/sections.ts'
import { until } from '../../support/until.ts'

type Body = { type: string; data: { page?: Record<string, unknown>; pages?: number } }

describe('webhooks with sections', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await startFixture()
  })
  after(async () => {
    assert.deepEqual(fixture.faults, [])
    await fixture.close()
  })

  const post = async (path: string, body: object) => {
    const { quire } = fixture
    const answer = await quire.post(`/v1/${path}`, { workspaceId: quire.workspaceId, ...body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const addSecret = async (more: Record<string, 'read'> = {}) => {
    const { quire } = fixture
    const pageId = await addPage(quire, 'Secret')
    await grantOnly(quire, pageId, { [quire.userId]: 'manage', ...more })
    return pageId
  }
  /** The bodies that a path received before an event of a page that everyone can read. */
  const received = async (path: string): Promise<Body[]> => {
    const marker = await addPage(fixture.quire, 'Marker')
    const bodies = await until(async () => {
      const found = await fixture.receiver.received(path)
      const all = found.map(({ body }): Body => JSON.parse(body))
      return all.some(({ data }) => data.page?.['id'] === marker) && all
    })
    return bodies.filter(({ data }) => data.page?.['id'] !== marker)
  }

  it('do not receive events in hidden sections, nor hidden parents', async () => {
    const { quire } = fixture
    const secret = await addSecret()
    const open = await addPage(quire, 'Open', { parentId: secret })
    await grantOnly(quire, open, { [quire.workspaceId]: 'read', [quire.userId]: 'manage' })
    await fixture.make('/open')
    const inside = await addPage(quire, 'Inside', { parentId: secret })
    await post('pages/update', { pageId: inside, title: 'Still inside' })
    await post('comments/create', { pageId: inside, markdown: 'Psst' })
    await post('pages/delete', { pageId: inside })
    await post('pages/update', { pageId: open, title: 'Opened' })
    const bodies = await received('/open')
    assert.deepEqual(
      bodies.map(({ type, data }) => [type, data.page?.['title'], data.page?.['parentId']]),
      [['page.updated', 'Opened', null]],
    )
    assert.ok(!JSON.stringify(bodies).includes(secret))
  })

  it('receive events in sections that were granted to them', async () => {
    const { webhook } = await fixture.make('/granted')
    const secret = await addSecret({ [webhook.id]: 'read' })
    await post('pages/update', { pageId: secret, title: 'Shared with a program' })
    const titles = (await received('/granted')).map(({ data }) => data.page?.['title'])
    assert.ok(titles.includes('Shared with a program'))
  })

  it('receive a page that they can no longer read as deleted, with the title that they knew', async () => {
    const secret = await addSecret()
    const page = await addPage(fixture.quire, 'Goes')
    await fixture.make('/lost')
    await post('pages/move', { pageId: page, newParentId: secret, prevPageId: null })
    await post('pages/update', { pageId: page, title: 'Renamed' })
    const bodies = await received('/lost')
    assert.deepEqual(
      bodies.map(({ type, data }) => [type, data.page?.['id'], data.page?.['title'], data.pages]),
      [['page.deleted', page, 'Goes', 1]],
    )
    assert.equal(bodies[0]?.data.page?.['parentId'], null)
  })

  it('do not receive a stored delivery again after they lost access', async () => {
    const { quire } = fixture
    const { webhook } = await fixture.make('/again')
    const secret = await addSecret({ [webhook.id]: 'read' })
    await post('pages/update', { pageId: secret, title: 'Once' })
    await received('/again')
    const delivery = await until(async () => {
      const [newest] = await fixture.deliveries(webhook.id, { type: 'page.updated' })
      return newest?.status === 'succeeded' && newest
    })
    await restrict(quire, secret, { grants: [{ principalId: webhook.id, level: null }] })
    const before = (await fixture.receiver.received('/again')).length
    await fixture.ask('redeliver', { webhookId: webhook.id, deliveryId: delivery.id })
    await until(async () => {
      const { status } = await fixture.delivery(webhook.id, delivery.id)
      return status === 'cancelled'
    })
    const after = (await fixture.receiver.received('/again')).slice(before)
    assert.ok(after.every(({ body }) => !body.includes('Once')))
  })

  it('show a delivery only to people who can read the page', async () => {
    const { quire } = fixture
    const { webhook } = await fixture.make('/log')
    const secret = await addSecret({ [webhook.id]: 'read' })
    await post('pages/update', { pageId: secret, title: 'Logged' })
    await received('/log')
    const [delivery] = await fixture.deliveries(webhook.id, { type: 'page.updated' })
    const admin = await addPerson(quire, 'Adam', 'ADMIN')
    const input = { workspaceId: quire.workspaceId, webhookId: webhook.id }
    const address = { ...input, deliveryId: delivery?.id }
    for (const path of ['delivery', 'redeliver']) {
      const { status, body } = await quire.post(`/v1/webhooks/${path}`, address, admin.key)
      assert.equal(status, 404)
      assert.match(JSON.stringify(body), /DELIVERY_NOT_FOUND/)
    }
    assert.match((await fixture.delivery(webhook.id, delivery?.id ?? '')).body ?? '', /Logged/)
    const list = async (key: string, more: object = {}) => {
      const path = '/v1/webhooks/deliveries'
      const { body } = await quire.post<{ deliveries: Delivery[] }>(
        path,
        { ...input, ...more },
        key,
      )
      return body.deliveries.map(({ type }) => type)
    }
    const [all, some] = [await list(quire.key), await list(admin.key)]
    assert.ok(all.includes('page.updated'))
    assert.ok(some.length > 0 && !some.includes('page.updated'))
    for (const [index, type] of some.entries()) {
      assert.deepEqual(await list(admin.key, { limit: 1, offset: index }), [type])
    }
    await fixture.ask('update', { webhookId: webhook.id, enabled: false })
    await post('pages/update', { pageId: secret, title: 'Missed' })
    await addPage(quire, 'Missed too')
    await until(async () => (await list(quire.key, { status: 'cancelled' })).length >= 2)
    await fixture.ask('update', { webhookId: webhook.id, enabled: true })
    const since = { ...input, since: '2020-01-01T00:00:00Z' }
    const recovered = await quire.post('/v1/webhooks/recover', since, admin.key)
    assert.deepEqual(recovered.body, { deliveries: 1 })
    const moved = { ...input, url: `${fixture.receiver.url}/elsewhere` }
    const refused = await quire.post('/v1/webhooks/update', moved, admin.key)
    assert.equal(refused.status, 403)
    const renamed = { ...input, name: 'Log' }
    assert.equal((await quire.post('/v1/webhooks/update', renamed, admin.key)).status, 200)
  })
})
