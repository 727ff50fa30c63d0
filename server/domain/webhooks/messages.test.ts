import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type Fixture,
  quickly,
  startFixture,
  verify,
} from '../../../test/support/outside/webhooks.ts'
import { addPage } from '../../../test/support/pages.ts'
import { addPerson } from '../../../test/support/people.ts'
import { contextOf } from '../../../test/support/server.ts'
import { eventTypeNames } from '../../lib/event-types.ts'
import { newId } from '../../lib/ids.ts'
import { emit, type Event } from '../events/events.ts'
import { updatePage } from '../pages/update.ts'
import { eventSchemas } from './schemas.ts'

type Envelope = {
  id: string
  type: string
  timestamp: string
  workspaceId: string
  sequence: number
  actor: {
    type: string
    id: string | null
    via: string
    runId: string | null
    client: string | null
  }
  data: {
    page?: { id: string; title: string; url: string; version: number; parentId: string | null }
    changed?: string[]
    previous?: Record<string, unknown>
  }
}

/** Formats are said in words here. */
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const schemas = new Map(eventSchemas.map(({ type, schema }) => [type as string, schema]))

function requireValid(message: { type: string }): void {
  const schema = schemas.get(message.type)
  assert.ok(schema, message.type)
  assert.ok(ajv.validate(schema, message), `${message.type}: ${ajv.errorsText()}`)
}

const proposalSteps = [
  'created',
  'updated',
  'commented',
  'changes_requested',
  'accepted',
  'declined',
  'withdrawn',
] as const

describe('the messages of webhooks', () => {
  let fixture: Fixture
  before(async () => {
    const webhooks = { ...quickly, debounceMs: 700, maxDebounceMs: 2000 }
    fixture = await startFixture({ webhooks, publicUrl: 'https://notes.example.com' })
  })
  after(async () => {
    await fixture.close()
    assert.deepEqual(fixture.faults, [])
  })

  const messages = async (path: string, count: number): Promise<Envelope[]> => {
    const received = await fixture.until(path, count)
    const all: Envelope[] = received.map(({ body }) => JSON.parse(body))
    // Events usually arrive in order, which is not guaranteed.
    return all.toSorted((a, b) => a.sequence - b.sequence)
  }
  const post = async (path: string, input: object) => {
    const { workspaceId } = fixture.quire
    const answer = await fixture.quire.post(`/v1/${path}`, { workspaceId, ...input })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const emitEvent = (event: Event, via: 'api' | 'web' = 'api') => {
    const { app, workspaceId, userId } = fixture.quire
    return app.store.transactIn({ workspaceId }, (transaction) =>
      emit(transaction, workspaceId, { userId, via }, event),
    )
  }

  it('is every event of every door, signed, numbered without a gap, as its schema says', async () => {
    const { quire } = fixture
    const { secret } = await fixture.make('/all')
    const pageId = await addPage(quire, 'One')
    await post('pages/update', { pageId, title: 'Two' })
    await post('pages/move', { pageId, newParentId: null, prevPageId: null })
    const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64: 'aGk=' }
    await post('page-files/upload-file', { pageId, ...file })
    const uploaded = await quire.post<{ files: { id: string }[] }>('/v1/page-files/list', {
      workspaceId: quire.workspaceId,
      pageId,
    })
    const fileId = uploaded.body.files[0]?.id
    await post('files/rename', { fileId, name: 'b.txt' })
    await post('files/delete', { fileId, force: true })
    await post('pages/delete', { pageId })
    await post('pages/restore', { pageId })
    await post('permissions/update', { pageId })
    const person = await addPerson(quire, 'Mara', 'MEMBER')
    const comment = { commentId: newId(), threadId: newId(), pageId }
    await emitEvent({ type: 'comment.created', ...comment, mentions: [] })
    for (const verb of ['updated', 'resolved', 'reopened', 'deleted'] as const) {
      await emitEvent({ type: `comment.${verb}`, ...comment })
    }
    await emitEvent({
      type: 'member.updated',
      userId: person.userId,
      role: 'ADMIN',
      previous: { role: 'MEMBER' },
    })
    await emitEvent({ type: 'member.removed', userId: person.userId })
    const agentId = person.userId
    await emitEvent({ type: 'agent.mentioned', ...comment, agentId })
    await emitEvent({ type: 'agent.assigned', pageId, agentId })
    const proposal = { proposalId: newId(), state: 'open', changes: 1, pageIds: [pageId] }
    for (const step of proposalSteps) await emitEvent({ type: `proposal.${step}`, ...proposal })
    await emitEvent({ type: 'skill.published', pageId, version: 1, labels: ['production'] })
    await emitEvent({ type: 'skill.evaluated', pageId, version: 1, outcome: 'failed', score: 0.5 })
    const all = await messages('/all', 29)
    const types = all.map(({ type }) => type)
    assert.deepEqual(
      types.toSorted(),
      eventTypeNames.filter((type) => type !== 'webhook.test').toSorted(),
    )
    const numbers = all.map(({ sequence }) => sequence).toSorted((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => (numbers[0] ?? 0) + index),
    )
    for (const message of all) requireValid(message)
    for (const one of await fixture.receiver.received('/all')) {
      verify(secret, one)
      assert.equal(JSON.parse(one.body).id, one.headers['webhook-id'])
      assert.ok(!one.body.includes('aGk='))
    }
    const renamed = all.find(({ type }) => type === 'file.renamed')
    assert.deepEqual(renamed?.data.previous, { name: 'a.txt' })
    const moved = all.find(({ type }) => type === 'page.moved')
    assert.deepEqual(moved?.data.changed, ['position'])
    const updated = all.find(({ type }) => type === 'page.updated')
    assert.ok(updated)
    const { runId, ...actor } = updated.actor
    const client = 'lightMyRequest'
    assert.deepEqual(actor, { type: 'member', id: quire.userId, via: 'api', client })
    assert.ok(runId)
    assert.deepEqual(updated.data.changed, ['title'])
    assert.deepEqual(updated.data.previous, { title: 'One' })
    assert.equal(updated.data.page?.title, 'Two')
    assert.equal(updated.data.page.url, `https://notes.example.com/pages/${pageId}`)
  })

  it('is only what an endpoint subscribes to, in the section it names', async () => {
    const { quire } = fixture
    const section = await addPage(quire, 'Section')
    const inner = await addPage(quire, 'Inner', { parentId: section })
    const outer = await addPage(quire, 'Outer')
    await fixture.make('/section', { events: ['page.*'], sectionId: section })
    await fixture.make('/moves', { events: ['page.moved', 'member.*'] })
    await post('pages/update', { pageId: outer, title: 'Elsewhere' })
    await post('pages/update', { pageId: inner, title: 'Changed' })
    await post('pages/move', { pageId: inner, newParentId: outer, prevPageId: null })
    await post('pages/update', { pageId: inner, title: 'Away' })
    await post('pages/move', { pageId: inner, newParentId: section, prevPageId: null })
    await post('pages/delete', { pageId: inner })
    const sent = await messages('/section', 4)
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['page.updated', 'page.moved', 'page.moved', 'page.deleted'],
      'not the change that was made while it was elsewhere',
    )
    assert.deepEqual(
      (await messages('/moves', 2)).map(({ type }) => type),
      ['page.moved', 'page.moved'],
    )
  })

  it('is one message for a burst of saves of the editor, and an API write at once', async () => {
    const { quire } = fixture
    const pageId = await addPage(quire, 'Draft')
    await fixture.make('/burst', { events: ['page.*'] })
    const { workspaceId } = quire
    const editor = contextOf(quire, { via: 'web' })
    const save = (title: string) => updatePage(editor, { workspaceId, pageId, title })
    for (const title of ['a', 'b', 'c']) {
      await save(title)
      await sleep(100)
    }
    assert.deepEqual(await fixture.receiver.received('/burst'), [])
    const [coalesced] = await messages('/burst', 1)
    assert.equal(coalesced?.data.page?.title, 'c')
    assert.deepEqual(coalesced.data.previous, { title: 'Draft' })
    assert.equal(coalesced.data.page.version, 4)
    assert.equal(coalesced.actor.via, 'web')

    await save('d')
    await post('pages/update', { pageId, title: 'e' })
    const [, before, now] = await messages('/burst', 3)
    assert.deepEqual(
      [before?.data.previous, now?.data.previous],
      [{ title: 'c' }, { title: 'd' }],
      'what waited goes first, so that order is kept',
    )
    assert.ok((before?.sequence ?? 0) < (now?.sequence ?? 0))

    const start = Date.now()
    while ((await fixture.receiver.received('/burst')).length < 4) {
      await save(`f${Date.now()}`)
      await sleep(200)
    }
    assert.ok(Date.now() - start >= 1900, 'saves without a pause are sent after a while')
  })

  it('carries signatures of both secrets while a rotation is in its grace', async () => {
    const { webhook, secret: old } = await fixture.make('/rotated', { events: ['page.created'] })
    const rotate = (graceSeconds: number) =>
      fixture.ask<{ secret: string }>('rotate-secret', { webhookId: webhook.id, graceSeconds })
    const { secret: young } = await rotate(3600)
    await addPage(fixture.quire, 'Both')
    const [both] = await fixture.until('/rotated')
    assert.ok(both)
    assert.equal(both.headers['webhook-signature']?.split(' ').length, 2)
    verify(old, both)
    verify(young, both)
    assert.ok((await fixture.endpoint(webhook.id)).previousSecretUntil !== null)
    const { secret: last } = await rotate(0)
    await addPage(fixture.quire, 'One')
    const one = (await fixture.until('/rotated', 2)).at(-1)
    assert.ok(one)
    verify(last, one)
    assert.throws(() => verify(young, one))
  })

  it('is kept while an endpoint is disabled, and sent when somebody asks for it', async () => {
    const { webhook } = await fixture.make('/missed', { events: ['page.created'] })
    const webhookId = webhook.id
    await fixture.ask('update', { webhookId, enabled: false })
    const since = new Date(Date.now() - 1000).toISOString()
    await addPage(fixture.quire, 'Missed')
    const missed = await fixture.untilStatus(webhookId, 'cancelled')
    await fixture.ask('update', { webhookId, enabled: true })
    assert.deepEqual(await fixture.ask('recover', { webhookId, since }), { deliveries: 1 })
    const { eventId, cause } = await fixture.untilStatus(webhookId, 'succeeded')
    assert.deepEqual([eventId, cause], [missed.eventId, 'recover'])
    await fixture.ask('redeliver', { webhookId, deliveryId: missed.id })
    const [first, again] = await fixture.until('/missed', 2)
    assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id'])
    assert.equal(first?.body, again?.body)
  })

  it('is a test, when somebody asks for one', async () => {
    const { webhook, secret } = await fixture.make('/tested', { events: ['member.joined'] })
    await fixture.ask('test', { webhookId: webhook.id })
    const [one] = await fixture.receiver.received('/tested')
    assert.ok(one)
    verify(secret, one)
    requireValid(JSON.parse(one.body))
  })
})
