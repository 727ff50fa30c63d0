import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import {
  type Fixture,
  openHosts,
  quickly,
  startFixture,
} from '../../../test/support/outside/webhooks.ts'
import { addPage } from '../../../test/support/pages.ts'
import { runJobs } from '../../../test/support/semantic.ts'
import { openAnother } from '../../../test/support/server.ts'
import { until } from '../../../test/support/until.ts'
import { WebhookDispatcher } from '../../background/webhooks/dispatcher.ts'
import { clock } from '../../lib/clock.ts'
import { webhooks } from '../../store/index.ts'

const day = 86_400_000

describe('webhooks in the long run', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await startFixture({ webhooks: { ...quickly, retrySchedule: [0, 3600_000] } })
  })
  after(async () => {
    await fixture.close()
    assert.deepEqual(fixture.faults, [])
  })
  const { now } = clock
  afterEach(() => {
    clock.now = now
  })

  it('are disabled when nothing got through for 5 days, in 10 attempts or more', async () => {
    await fixture.receiver.script('/dead', { kind: 'answer', status: 503 })
    const { webhook } = await fixture.make('/dead', { events: ['page.created'] })
    for (let count = 0; count < 10; count += 1) await addPage(fixture.quire, `P${count}`)
    await fixture.until('/dead', 10)
    const { enabled, failingSince } = await fixture.endpoint(webhook.id)
    assert.equal(enabled, true)
    assert.ok(failingSince !== null)
    clock.now = () => now() + 5 * day + 60_000
    await until(async () => !(await fixture.endpoint(webhook.id)).enabled)
    const { disabledReason } = await fixture.endpoint(webhook.id)
    assert.match(disabledReason ?? '', /All 1\d attempts of the last 5 days/)
    const waiting = await fixture.deliveries(webhook.id, { status: 'retrying' })
    assert.deepEqual(waiting, [], 'nothing more is tried')
    await until(() => fixture.mails.length > 0)
    const [mail, ...more] = fixture.mails
    assert.deepEqual([mail?.to, more], ['ada@example.com', []])
    assert.match(mail?.text ?? '', /5 days[^]*\/settings\/webhooks/)
  })

  it('lose bodies after 7 days and the log after 30, and all of it once deleted', async () => {
    const { webhook } = await fixture.make('/log', { events: ['page.created'] })
    const removed = await fixture.make('/removed', { events: ['page.created'] })
    await addPage(fixture.quire, 'Logged')
    const { id } = await fixture.untilStatus(webhook.id, 'succeeded')
    await fixture.untilStatus(removed.webhook.id, 'succeeded')
    await fixture.ask('delete', { webhookId: removed.webhook.id })
    const jobs = runJobs(fixture.quire)
    clock.now = () => now() + 8 * day
    await until(async () => (await fixture.delivery(webhook.id, id)).body === null)
    assert.equal((await fixture.delivery(webhook.id, id)).log.length, 1)
    const again = { webhookId: webhook.id, deliveryId: id, workspaceId: fixture.quire.workspaceId }
    const expired = await fixture.quire.post('/v1/webhooks/redeliver', again)
    assert.deepEqual([expired.status, expired.body.code], [410, 'DELIVERY_EXPIRED'])
    const { app, workspaceId } = fixture.quire
    await until(async () => {
      const ids = await webhooks.allIds(app.store, workspaceId)
      return !ids.includes(removed.webhook.id)
    })
    clock.now = () => now() + 31 * day
    await until(async () => (await fixture.deliveries(webhook.id)).length === 0)
    await jobs.stop()
    assert.deepEqual(jobs.faults, [])
  })
})

describe('one dead endpoint among 50', () => {
  it('delays none of them, whether it hangs, refuses or has no room', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => void sockets.add(socket))
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    const address = silent.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const fixture = await startFixture()
    const rounds = 5
    try {
      const dead = await fixture.make(`http://127.0.0.1:${port}/`, { events: ['page.created'] })
      for (let count = 0; count < 50; count += 1) {
        await fixture.make(`/healthy/${count}/`, { events: ['page.created'] })
      }
      for (let round = 0; round < rounds; round += 1) await addPage(fixture.quire, `P${round}`)
      const received = await fixture.until('/healthy/', 50 * rounds)
      assert.equal(received.length, 50 * rounds)
      const waiting = await fixture.deliveries(dead.webhook.id)
      assert.deepEqual(
        waiting.map(({ status, attempts }) => [status, attempts]),
        Array.from({ length: rounds }, () => ['pending', 0]),
        'the dead one has not even given up its first attempt',
      )
    } finally {
      await fixture.close()
      silent.close()
      for (const socket of sockets) socket.destroy()
    }
  })
})

describe('two servers on one store', () => {
  it('deliver each event once between them', async () => {
    const fixture = await startFixture()
    const other = await openAnother(fixture.quire, { allowedHosts: openHosts('127.0.0.1') })
    const faults: unknown[] = []
    const dispatcher = new WebhookDispatcher(other, (error) => faults.push(error))
    dispatcher.start()
    try {
      for (let count = 0; count < 5; count += 1) await fixture.make(`/shared/${count}`)
      const pages = 40
      await Promise.all(
        Array.from({ length: pages }, (_, count) => addPage(fixture.quire, `P${count}`)),
      )
      await fixture.until('/shared/', 5 * pages)
      for (let count = 0; count < 5; count += 1) {
        const counts = await fixture.receiver.counts(`/shared/${count}`)
        assert.equal(counts.size, pages)
        assert.ok([...counts.values()].every((times) => times === 1))
      }
    } finally {
      await dispatcher.stop()
      await other.close()
      await fixture.close()
    }
    assert.deepEqual([faults, fixture.faults], [[], []])
  })
})
