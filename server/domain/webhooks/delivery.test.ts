import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import {
  type Fixture,
  openHosts,
  startFixture,
  verify,
} from '../../../test/support/outside/webhooks.ts'
import { addPage } from '../../../test/support/pages.ts'
import { startDeafPort } from '../../../test/support/processes/deaf-port.ts'

// They share one server and mostly wait, two of them for timeouts of 5 and 15 s.
describe('delivery of webhooks', { concurrency: true }, () => {
  let fixture: Fixture
  before(async () => {
    fixture = await startFixture()
  })
  after(async () => {
    await fixture.close()
    assert.deepEqual(fixture.faults, [])
  })

  /** A webhook of its own for each test, which receives the events of one page only. */
  const sendEventTo = async (path: string) => {
    const section = await addPage(fixture.quire, path)
    const webhook = await fixture.make(path, { events: ['page.created'], sectionId: section })
    await addPage(fixture.quire, `Under ${path}`, { parentId: section })
    return { ...webhook, id: webhook.webhook.id }
  }
  const codes = (log: { error: { code: string } | null }[]) =>
    log.map(({ error }) => error?.code ?? null)

  it('follows no redirect', async () => {
    const location = `${fixture.receiver.url}/secret-place`
    await fixture.receiver.script('/moved', { kind: 'answer', status: 302, headers: { location } })
    const { id } = await sendEventTo('/moved')
    const { log } = await fixture.untilStatus(id, 'failed')
    assert.deepEqual(codes(log), ['redirect', 'redirect', 'redirect'])
    assert.equal(log[0]?.response?.status, 302)
    assert.deepEqual(await fixture.receiver.received('/secret-place'), [])
  })

  it('disables at once what answers 410, and says why', async () => {
    await fixture.receiver.script('/gone', { kind: 'answer', status: 410 })
    const { id } = await sendEventTo('/gone')
    const { log } = await fixture.untilStatus(id, 'failed')
    assert.equal(log.length, 1)
    const { enabled, disabledReason } = await fixture.endpoint(id)
    assert.equal(enabled, false)
    assert.match(disabledReason ?? '', /410/)
  })

  it('tells what is wrong with a connection: refused, name, certificate', async () => {
    const closed = createServer()
    const port = await new Promise<number>((resolve) => {
      closed.listen(0, '127.0.0.1', () => {
        const address = closed.address()
        closed.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
      })
    })
    for (const [url, code] of [
      [`http://127.0.0.1:${port}/`, 'connection_refused'],
      ['http://nowhere.invalid/', 'dns'],
      [`${fixture.receiver.tlsUrl}/`, 'tls'],
    ] as const) {
      const { id } = await sendEventTo(url)
      const { log } = await fixture.untilStatus(id, 'failed')
      assert.deepEqual(codes(log), [code, code, code], url)
      assert.equal(log[0]?.response, null)
    }
  })

  it('tries again after failures, until it gets through (/v1/webhooks/delivery, /v1/webhooks/deliveries)', async () => {
    const failing = { kind: 'answer', status: 500, body: 'out of order' } as const
    const working = { kind: 'answer', status: 200, body: 'thanks' } as const
    await fixture.receiver.script('/shaky', failing, failing, working)
    const { id, secret } = await sendEventTo('/shaky')
    const { log, attempts, body } = await fixture.untilStatus(id, 'succeeded')
    assert.equal(attempts, 3)
    assert.deepEqual(codes(log), ['http_status', 'http_status', null])
    assert.deepEqual(
      log.map(({ response }) => [response?.status, response?.body]),
      [
        [500, 'out of order'],
        [500, 'out of order'],
        [200, 'thanks'],
      ],
    )
    assert.equal(log[0]?.remoteAddress, '127.0.0.1')
    const received = await fixture.receiver.received('/shaky')
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
    for (const [index, one] of received.entries()) {
      verify(secret, one)
      assert.equal(one.body, body)
      assert.equal(one.headers['x-quire-attempt'], String(index + 1))
      assert.match(one.headers['user-agent'] ?? '', /^Quire-Webhooks\/1 /)
    }
    const { failingSince, failures, lastSuccessAt } = await fixture.endpoint(id)
    assert.deepEqual([failingSince, failures], [null, 0])
    assert.ok(lastSuccessAt !== null)
  })

  it('waits as long as Retry-After asks for', async () => {
    const busy = { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } } as const
    await fixture.receiver.script('/busy', busy)
    const { id } = await sendEventTo('/busy')
    const { log, nextAttemptAt } = await fixture.untilStatus(id, 'retrying')
    assert.equal(log.length, 1)
    const wait = Date.parse(nextAttemptAt ?? '') - Date.now()
    assert.ok(wait > 3_500_000 && wait <= 3_600_000, String(wait))
  })

  it('keeps 16 KiB of an answer, and does not read the rest', async () => {
    await fixture.receiver.script('/large', { kind: 'bytes', count: 1_048_576 })
    const { id } = await sendEventTo('/large')
    const { log } = await fixture.untilStatus(id, 'succeeded')
    assert.equal(log[0]?.response?.body, 'x'.repeat(16_384))
    assert.equal(log[0].response.isTruncated, true)
  })

  it('gives up what hangs and what drips after 15 s, and others do not wait for it', async () => {
    await fixture.receiver.script('/hangs', { kind: 'hang' })
    await fixture.receiver.script('/drips', { kind: 'drip' })
    const slow = await Promise.all([sendEventTo('/hangs'), sendEventTo('/drips')])
    const { id } = await sendEventTo('/well')
    await fixture.untilStatus(id, 'succeeded')
    for (const one of slow) {
      assert.equal((await fixture.deliveries(one.id))[0]?.status, 'pending')
    }
    for (const one of slow) {
      const { log } = await fixture.untilStatus(one.id, 'retrying')
      assert.deepEqual(codes(log), ['timeout'])
      assert.match(log[0]?.error?.message ?? '', /no response within 15 s/)
      assert.ok((log[0]?.durationMs ?? 0) >= 14_990)
      await fixture.ask('update', { webhookId: one.id, enabled: false })
    }
  })

  it('gives up after 5 s what does not even take the connection', async () => {
    const { id } = await sendEventTo(await startDeafPort())
    const { log } = await fixture.untilStatus(id, 'retrying')
    assert.deepEqual(codes(log), ['timeout'])
    assert.match(log[0]?.error?.message ?? '', /no connection within 5 s/)
    await fixture.ask('update', { webhookId: id, enabled: false })
  })
})

describe('a webhook whose name leads elsewhere after it was saved', () => {
  it('is not delivered to inside, and says why', async () => {
    let isSaved = false
    const resolve = async () => [
      { address: isSaved ? '127.0.0.1' : '93.184.216.34', family: 4 as const },
    ]
    const fixture = await startFixture({ allowedHosts: openHosts('') }, resolve)
    try {
      const { port } = new URL(fixture.receiver.url)
      const webhook = await fixture.make(`http://rebind.example:${port}/inside`)
      isSaved = true
      await addPage(fixture.quire, 'Told')
      const { log } = await fixture.untilStatus(webhook.webhook.id, 'failed')
      assert.deepEqual(
        log.map(({ error }) => error?.code),
        ['address_blocked', 'address_blocked', 'address_blocked'],
      )
      assert.match(log[0]?.error?.message ?? '', /rebind\.example does not resolve to a public/)
      assert.deepEqual(await fixture.receiver.received(), [])
      assert.deepEqual(fixture.faults, [])
    } finally {
      await fixture.close()
    }
  })
})
