import assert from 'node:assert/strict'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createMigratedDatabase, type TestDatabase } from '../../../test/support/stores/postgres.ts'
import { AppError } from '../../lib/errors.ts'
import type { Store } from '../connection.ts'
import { createFixture, pageRow } from '../contract/rows.ts'
import * as pages from '../pages/pages.ts'
import { systemViewer } from '../rights/viewer.ts'
import { connectPostgres } from './connect.ts'

/** What the line between the program and the database does with the next commit. */
type Fault = 'none' | 'loses the commit' | 'loses the answer' | 'goes down before the answer'

describe('a connection that breaks at the commit', () => {
  let database: TestDatabase
  let store: Store
  let line: Server
  let fault: Fault = 'none'
  let isDown = false
  const sockets = new Set<Socket>()

  before(async () => {
    database = await createMigratedDatabase()
    const { hostname, port } = new URL(database.url)
    line = createServer((inside) => {
      if (isDown) {
        inside.destroy()
        return
      }
      const outside = connect(Number(port), hostname)
      sockets.add(inside).add(outside)
      const hangUp = () => {
        inside.destroy()
        outside.destroy()
      }
      for (const socket of [inside, outside]) {
        socket.on('error', hangUp)
        socket.on('close', hangUp)
      }
      let isCommitting = false
      inside.on('data', (chunk: Buffer) => {
        isCommitting = fault !== 'none' && chunk.includes('commit\0')
        if (isCommitting && fault === 'loses the commit') {
          fault = 'none'
          hangUp()
        } else outside.write(chunk)
      })
      outside.on('data', (chunk: Buffer) => {
        if (isCommitting && fault !== 'loses the commit') {
          isDown = fault === 'goes down before the answer'
          fault = 'none'
          hangUp()
        } else inside.write(chunk)
      })
    })
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
    const address = line.address()
    const url = new URL(database.url)
    url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
    store = await connectPostgres({ url: url.href, connections: 4 })
  })
  beforeEach(() => {
    isDown = false
    fault = 'none'
  })
  after(async () => {
    await store.close()
    for (const socket of sockets) socket.destroy()
    line.close()
    await database.drop()
  })

  for (const broken of ['loses the commit', 'loses the answer'] as const) {
    it(`is answered, and made once, when the line ${broken}`, async () => {
      const fixture = await createFixture(store)
      const { workspaceId } = fixture
      const rows = Array.from({ length: 5 }, () => pageRow(fixture))
      let runs = 0
      fault = broken
      await Promise.all(
        rows.map((row) =>
          store.transactIn({ workspaceId }, async (transaction) => {
            runs += 1
            await pages.insert(transaction, row)
          }),
        ),
      )
      assert.equal(fault, 'none', 'the fault has happened')
      const stored = (await pages.all(store, systemViewer(workspaceId))).map(({ id }) => id)
      assert.deepEqual(stored.toSorted(), rows.map(({ id }) => id).toSorted())
      // Only a commit that did not arrive is made anew.
      assert.equal(runs, broken === 'loses the commit' ? 2 * rows.length : rows.length)
    })
  }

  it('says that the write failed, when it did, to that one alone', async () => {
    const fixture = await createFixture(store)
    const row = pageRow(fixture)
    const { workspaceId } = fixture
    fault = 'loses the commit'
    const outcomes = await Promise.allSettled([
      store.transactIn({ workspaceId }, (transaction) => pages.insert(transaction, row)),
      store.transactIn({ workspaceId }, (transaction) => pages.insert(transaction, row)),
    ])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
  })

  it('says that the outcome is not known when the database stays away, and makes nothing twice', async () => {
    const fixture = await createFixture(store)
    const { workspaceId } = fixture
    const rows = Array.from({ length: 3 }, () => pageRow(fixture))
    let runs = 0
    fault = 'goes down before the answer'
    const outcomes = await Promise.allSettled(
      rows.map((row) =>
        store.transactIn({ workspaceId }, async (transaction) => {
          runs += 1
          await pages.insert(transaction, row)
        }),
      ),
    )
    for (const outcome of outcomes) {
      assert.equal(outcome.status, 'rejected')
      assert.ok(outcome.reason instanceof AppError)
      assert.equal(outcome.reason.code, 'COMMIT_UNKNOWN')
      assert.match(outcome.reason.message, /Idempotency-Key/)
    }
    isDown = false
    assert.equal(runs, rows.length)
    // It was made after all.
    const stored = (await pages.all(store, systemViewer(workspaceId))).map(({ id }) => id)
    assert.deepEqual(stored.toSorted(), rows.map(({ id }) => id).toSorted())
  })

  it('is nothing to reads, which are asked again', async () => {
    const fixture = await createFixture(store)
    await store.transact((transaction) => pages.insert(transaction, pageRow(fixture)))
    for (const socket of sockets) socket.destroy()
    const reads = Array.from({ length: 20 }, () =>
      pages.all(store, systemViewer(fixture.workspaceId)),
    )
    for (const found of await Promise.all(reads)) assert.equal(found.length, 1)
  })
})
