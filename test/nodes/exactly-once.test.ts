import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startCluster } from '../support/processes/cluster.ts'
import { startKeyedWriters } from '../support/processes/keyed-writers.ts'
import { askDatabase, startPostgres } from '../support/stores/postgres.ts'
import { until } from '../support/until.ts'

describe('writes that are repeated with their Idempotency-Key', () => {
  it('are made once each, though PostgreSQL and a node are killed under them', async () => {
    const postgres = await startPostgres('durable')
    const cluster = await startCluster(2, postgres)
    try {
      const addresses = cluster.nodes.map(({ address }) => address)
      const writers = startKeyedWriters(addresses, cluster.first, 6)
      const more = async () => {
        const before = writers.answered.size
        await until(() => writers.answered.size > before + 30)
      }
      await more()
      await postgres.signal('SIGKILL')
      await postgres.resume()
      await more()
      await cluster.nodes[0]?.stop('SIGKILL')
      await more()
      await writers.stop()
      const created = await askDatabase<{ id: string; title: string }>(
        postgres.url,
        'select id, title from pages',
      )
      assert.deepEqual(
        created.map(({ id, title }) => `${title} ${id}`).toSorted(),
        [...writers.answered].map(([title, id]) => `${title} ${id}`).toSorted(),
      )
      assert.deepEqual(await cluster.faults(), [])
    } finally {
      await cluster.close()
      await postgres.stop()
    }
  })
})
