import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { caller } from '../faults/caller.ts'
import type { Receiver } from '../support/outside/receiver-child.ts'
import { startReceiver } from '../support/outside/receiver.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { startKeyedWriters } from '../support/processes/keyed-writers.ts'
import { askDatabase } from '../support/stores/postgres.ts'
import { until } from '../support/until.ts'

const hour = 3_600_000
const pagesOfRound = 60

describe('three nodes whose clocks are right, two hours ahead and a day behind', () => {
  let cluster: Cluster
  let receiver: Receiver
  let count = 0

  before(async () => {
    receiver = await startReceiver()
    await receiver.script('/hook', { kind: 'answer', status: 200 })
    const allowed = {
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      WEBHOOK_RETRY_SCHEDULE: '0,1,1,1,1,1,1,1,1,1,1,1,1',
    }
    cluster = await startCluster(3, undefined, allowed, { clocks: [0, 2 * hour, -24 * hour] })
    const created = await caller(cluster.address, cluster.first)('/v1/webhooks/create', {
      url: `${receiver.url}/hook`,
      events: ['page.created'],
    })
    assert.equal(created.status, 200, JSON.stringify(created.body))
  })
  after(async () => {
    await cluster.close()
    receiver.close()
  })

  /** Creates pages on all nodes, until every one of their events has been delivered. */
  const deliver = async (addresses: readonly string[]) => {
    const { first } = cluster
    const create = async (address: string) => {
      const page = { title: `Page ${count++}`, markdown: 'Text.' }
      assert.equal((await caller(address, first)('/v1/pages/create', page)).status, 200)
    }
    for (let left = pagesOfRound; left > 0; left -= addresses.length) {
      await Promise.all(addresses.map(create))
    }
    await until(async () => (await receiver.tally('/hook')).ids === count)
  }
  const assertOnce = async () => {
    const { ids, requests } = await receiver.tally('/hook')
    assert.deepEqual({ ids, requests }, { ids: count, requests: count })
  }

  it('deliver every event once', async () => {
    await deliver(cluster.nodes.map(({ address }) => address))
    await assertOnce()
  })

  it('write times by the clock of the database', async () => {
    for (const { address } of cluster.nodes) {
      const call = caller(address, cluster.first)
      const created = await call('/v1/pages/create', { title: `Page ${count++}`, markdown: 'Now.' })
      const { body } = await call('/v1/pages/get', { page: created.body['pageId'] })
      const instant = Date.parse(String(body['createdAt']))
      assert.ok(Math.abs(instant - Date.now()) < hour, String(body['createdAt']))
    }
  })

  it('make each write with an Idempotency-Key once', async () => {
    const addresses = cluster.nodes.map(({ address }) => address)
    const url = cluster.environment.DATABASE_URL
    const [before] = await askDatabase<{ n: number }>(url, 'select count(*)::int as n from pages')
    const writers = startKeyedWriters(addresses, cluster.first, 3)
    await until(() => writers.answered.size >= 30)
    await writers.stop()
    // The same requests again, on the other nodes: all are answered by the first answer.
    const [keyed = ''] = writers.answered.keys()
    for (const address of addresses) {
      const response = await fetch(`${address}/v1/pages/create`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cluster.first.key}`,
          'content-type': 'application/json',
          'idempotency-key': keyed,
        },
        body: JSON.stringify({
          workspaceId: cluster.first.workspaceId,
          title: keyed,
          markdown: 'Text.',
        }),
      })
      const { pageId } = JSON.parse(await response.text())
      assert.equal(pageId, writers.answered.get(keyed))
    }
    const [now] = await askDatabase<{ n: number }>(url, 'select count(*)::int as n from pages')
    assert.equal(Number(now?.n) - Number(before?.n), writers.answered.size)
    count += writers.answered.size
    await until(async () => (await receiver.tally('/hook')).ids === count)
    await assertOnce()
  })

  it('take over a lease that a clock ahead wrote, without waiting for that hour', async () => {
    const until2h = '(extract(epoch from clock_timestamp()) * 1000)::bigint + 7200000'
    const url = cluster.environment.DATABASE_URL
    // A node that records its last attempts still holds the lease.
    await until(async () => {
      const claimed = await askDatabase(url, 'select 1 from webhooks where holder is not null')
      return claimed.length === 0
    })
    await askDatabase(url, `update webhooks set holder = 'gone', leased_until = ${until2h}`)
    await deliver([cluster.nodes[0]?.address ?? ''])
    await assertOnce()
  })

  it('send failed deliveries again when they are due, and each success once', async () => {
    const failures = 12
    const failed = Array.from(
      { length: failures },
      () => ({ kind: 'answer', status: 500 }) as const,
    )
    await receiver.script('/hook', ...failed, { kind: 'answer', status: 200 })
    const url = cluster.environment.DATABASE_URL
    await deliver(cluster.nodes.map(({ address }) => address))
    const lateSql = `select count(*)::int as n from webhook_deliveries
      where abs(due_at - extract(epoch from clock_timestamp()) * 1000) > 3600000`
    assert.deepEqual(await askDatabase(url, lateSql), [{ n: 0 }])
    await until(async () => {
      const [left] = await askDatabase<{ n: number }>(
        url,
        'select count(*)::int as n from webhook_deliveries where due_at is not null',
      )
      return Number(left?.n) === 0
    })
    const { ids, requests } = await receiver.tally('/hook')
    assert.deepEqual({ ids, requests }, { ids: count, requests: count + failures })
  })
})
