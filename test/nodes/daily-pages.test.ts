import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { caller } from '../faults/caller.ts'
import { startCluster } from '../support/processes/cluster.ts'

const days = ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05']

describe('the page of a day on two nodes', () => {
  it('is created once, by whichever node is asked first', async () => {
    const cluster = await startCluster(2)
    try {
      const calls = cluster.nodes.map(({ address }) => caller(address, cluster.first))
      for (const date of days) {
        const answers = await Promise.all(
          [...calls, ...calls].map((call) => call('/v1/pages/daily', { date })),
        )
        assert.deepEqual(
          answers.map(({ status }) => status),
          answers.map(() => 200),
        )
        assert.equal(new Set(answers.map(({ body }) => body['pageId'])).size, 1, date)
        assert.equal(answers.filter(({ body }) => body['isNew'] === true).length, 1, date)
      }
      const [call] = calls
      const listed = await call?.('/v1/pages/list', { depth: 1 })
      // SAFETY: the output of the operation.
      const pages = listed?.body['pages'] as { title: string }[]
      for (const date of days) {
        assert.equal(pages.filter(({ title }) => title === date).length, 1, date)
      }
      assert.deepEqual(await cluster.faults(), [])
    } finally {
      await cluster.close()
    }
  })
})
