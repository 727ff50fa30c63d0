import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { type Call, caller } from '../faults/caller.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { startPostgres } from '../support/stores/postgres.ts'
import { until } from '../support/until.ts'

type Load = {
  /** Pages whose creation was answered. */
  answered: Map<string, string>
  /** Requests that ended without an answer. */
  broken: number
  refused: { status: number; retryAfter: string | null }[]
  stop: () => Promise<void>
}

/** A test that fails leaves none behind. */
const running = new Set<Load>()
afterEach(() => Promise.all([...running].map((load) => load.stop())))

/** Creates pages from so many sides at once, without a pause, until it is stopped. */
function startLoad({ address, first }: Cluster, writers: number): Load {
  const stopping = new AbortController()
  const load: Load = {
    answered: new Map(),
    broken: 0,
    refused: [],
    stop: async () => {
      stopping.abort()
      await all
    },
  }
  running.add(load)
  const write = async (writer: number) => {
    for (let count = 0; !stopping.signal.aborted; count += 1) {
      const title = `Page ${writer}.${count}`
      const response = await fetch(`${address}/v1/pages/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${first.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workspaceId: first.workspaceId, title, markdown: 'Text.' }),
      }).catch(() => undefined)
      if (response === undefined) {
        load.broken += 1
        continue
      }
      const { status, headers } = response
      const text = await response.text()
      if (status === 200) load.answered.set(String(JSON.parse(text).pageId), title)
      else load.refused.push({ status, retryAfter: headers.get('retry-after') })
    }
  }
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer))).then(
    () => undefined,
  )
  return load
}

async function titles(call: Call, pageIds: Iterable<string>): Promise<number> {
  let found = 0
  for (const pageId of pageIds) {
    const read = await call('/v1/pages/markdown', { pageId })
    if (read.status === 200) found += 1
  }
  return found
}

describe('one node killed under load', () => {
  it('loses no answered write, and no request but those it had in hand', async () => {
    const cluster = await startCluster(3)
    try {
      const writers = 9
      const load = startLoad(cluster, writers)
      await until(() => load.answered.size > 60)
      await cluster.nodes[0]?.stop('SIGKILL')
      const before = load.answered.size
      await until(() => load.answered.size > before + 60)
      await load.stop()
      assert.ok(load.broken <= writers, `${load.broken} requests broke`)
      assert.deepEqual(load.refused, [])
      const call = caller(cluster.nodes[1]?.address ?? '', cluster.first)
      assert.equal(await titles(call, load.answered.keys()), load.answered.size)
      assert.deepEqual(await cluster.faults(), [])
    } finally {
      await cluster.close()
    }
  })
})

describe('PostgreSQL restarted under load', () => {
  it('makes requests wait or come again, and all is well afterwards without a restart', async () => {
    const postgres = await startPostgres()
    const cluster = await startCluster(2, postgres)
    try {
      const load = startLoad(cluster, 6)
      for (let round = 1; round <= 3; round += 1) {
        const before = load.answered.size
        await until(() => load.answered.size > before + 30)
        await postgres.pause()
        await postgres.resume()
      }
      const before = load.answered.size
      await until(() => load.answered.size > before + 30)
      await load.stop()
      assert.equal(load.broken, 0)
      for (const refusal of load.refused) {
        assert.equal(refusal.status, 503)
        assert.match(String(refusal.retryAfter), /^\d+$/)
      }
      const call = caller(cluster.address, cluster.first)
      assert.equal(await titles(call, load.answered.keys()), load.answered.size)
      assert.deepEqual(await cluster.faults(), [])
      // Each page is there once: a commit whose answer was lost was not made again.
      const { body } = await call('/v1/workspace/stats', {})
      const extra = Number(body['totalPages']) - load.answered.size
      assert.ok(extra >= 0 && extra <= load.refused.length, `${extra} pages were made unanswered`)
    } finally {
      await cluster.close()
      await postgres.stop()
    }
  })

  it('answers 503 with Retry-After while it stays away, and goes on when it is back', async () => {
    const postgres = await startPostgres()
    const cluster = await startCluster(1, postgres)
    try {
      const call = caller(cluster.address, cluster.first)
      assert.equal((await call('/v1/pages/create', { title: 'Before' })).status, 200)
      await postgres.pause()
      const away = await Promise.all([
        call('/v1/pages/create', { title: 'Meanwhile' }),
        call('/v1/workspace/stats', {}),
      ])
      assert.deepEqual(
        away.map(({ status, body }) => [status, body['code']]),
        [
          [503, 'BUSY'],
          [503, 'BUSY'],
        ],
      )
      await postgres.resume()
      const stats = await call('/v1/workspace/stats', {})
      assert.deepEqual([stats.status, stats.body['totalPages']], [200, 1])
      assert.equal((await call('/v1/pages/create', { title: 'After' })).status, 200)
    } finally {
      await cluster.close()
      await postgres.stop()
    }
  })
})
