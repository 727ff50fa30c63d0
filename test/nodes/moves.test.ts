import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { caller } from '../faults/caller.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'

const pageCount = 8
const movesPerNode = 150

describe('moves on different nodes at the same time', () => {
  let cluster: Cluster
  before(async () => {
    cluster = await startCluster(3)
  })
  after(() => cluster.close())

  it('never make a cycle, never lose a page, and number their events without a gap', async () => {
    const call = caller(cluster.address, cluster.first)
    const ids = await Promise.all(
      Array.from({ length: pageCount }, async (_, index) => {
        const created = await call('/v1/pages/create', { title: `Page ${index}` })
        return String(created.body['pageId'])
      }),
    )
    const outcomes = new Map<string, number>()
    await Promise.all(
      cluster.nodes.flatMap(({ address }, node) =>
        Array.from({ length: 3 }, async (_, writer) => {
          const move = caller(address, cluster.first)
          for (let count = 0; count < movesPerNode / 3; count += 1) {
            // Of all pairs in an order that differs on each node: each is asked to be above the other.
            const seed = count * 7 + node * 3 + writer * 5
            const pageId = ids[seed % pageCount]
            const newParentId = ids[(seed * 3 + node + count) % pageCount]
            const { status, body } = await move('/v1/pages/move', {
              pageId,
              newParentId,
              prevPageId: null,
            })
            assert.ok(status === 200 || body['code'] === 'PAGE_CYCLE', JSON.stringify(body))
            const outcome = status === 200 ? 'moved' : 'PAGE_CYCLE'
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }
        }),
      ),
    )
    assert.ok((outcomes.get('moved') ?? 0) > 20, JSON.stringify([...outcomes]))
    assert.ok((outcomes.get('PAGE_CYCLE') ?? 0) > 20, JSON.stringify([...outcomes]))
    assert.deepEqual(await cluster.faults(), [])
    const stats = await call('/v1/workspace/stats', {})
    assert.equal(stats.body['totalPages'], pageCount)
  })
})
