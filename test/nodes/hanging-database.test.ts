import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { caller } from '../faults/caller.ts'
import { type Cluster, startCluster } from '../support/processes/cluster.ts'
import { type Line, startLine } from '../support/processes/line.ts'
import { startProcess } from '../support/processes/process.ts'
import { createMigratedDatabase, type TestDatabase } from '../support/stores/postgres.ts'
import { until } from '../support/until.ts'

describe('a database that hangs', () => {
  let database: TestDatabase
  let line: Line
  let cluster: Cluster
  before(async () => {
    database = await createMigratedDatabase()
    line = await startLine(database.url)
    cluster = await startCluster(1, line, { DATABASE_STATEMENT_SECONDS: '1' })
  })
  after(async () => {
    line.thaw()
    await cluster.close()
    line.close()
    await database.drop()
  })

  const probe = async (path: string) => (await fetch(cluster.address + path)).status

  const ask = (path: string, body?: object) =>
    fetch(`${cluster.address}${path}`, {
      headers: {
        authorization: `Bearer ${cluster.first.key}`,
        'content-type': 'application/json',
      },
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            body: JSON.stringify({ workspaceId: cluster.first.workspaceId, ...body }),
          }),
    })

  it('makes requests in flight and new ones end with 503 and Retry-After, and recovers by itself', async () => {
    assert.equal((await ask('/v1/pages/create', { title: 'Before' })).status, 200)
    line.freeze()
    // More than there are connections: some find one open, others have to make one.
    const hanging = Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0
        ? ask('/v1/pages/create', { title: 'Meanwhile' })
        : ask('/v1/workspace/stats', {}),
    )
    for (const response of await Promise.all(hanging)) {
      const { code } = (await response.json()) as { code: string }
      assert.equal(response.status, 503)
      assert.ok(code === 'BUSY' || code === 'COMMIT_UNKNOWN', code)
      assert.equal(response.headers.has('retry-after'), code === 'BUSY')
    }
    line.thaw()
    assert.equal((await ask('/v1/pages/create', { title: 'After' })).status, 200)
  })

  it('makes /readyz say 503 while requests for it still wait, and /healthz go on', async () => {
    line.freeze()
    let isAnswered = false
    const waiting = ask('/v1/workspace/stats', {}).finally(() => (isAnswered = true))
    assert.equal(await probe('/readyz'), 503)
    assert.equal(isAnswered, false)
    assert.equal(await probe('/healthz'), 200)
    line.thaw()
    await waiting
    await until(async () => (await probe('/readyz')) === 200)
  })

  it('does not keep a node from ending: what is in flight is answered with 503', async () => {
    // With so much time for a statement it is the stop that ends the request.
    const environment = { ...cluster.environment, DATABASE_STATEMENT_SECONDS: '60' }
    const node = await startProcess({ dataFolder: cluster.dataFolder, environment })
    const { key, workspaceId } = cluster.first
    // It has connections, so that the request gets stuck in one.
    const created = await caller(node.address, cluster.first)('/v1/pages/create', {
      title: 'Before',
    })
    assert.equal(created.status, 200)
    line.freeze()
    const waiting = request(`${node.address}/v1/pages/create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        expect: '100-continue',
      },
    })
    waiting.flushHeaders()
    // The server has taken it up once it asks for the body.
    await once(waiting, 'continue')
    const stopped = node.stop()
    waiting.end(JSON.stringify({ workspaceId, title: 'In flight' }))
    const [response] = (await once(waiting, 'response')) as [IncomingMessage]
    const { code: refusal } = (await json(response)) as { code: string }
    assert.equal(response.statusCode, 503)
    // Background work may have the open connections: then it found none, and has changed nothing.
    assert.match(refusal, /^(?:COMMIT_UNKNOWN|BUSY)$/)
    const { code, signal } = await stopped
    assert.deepEqual([code, signal], [1, null])
  })
})
