import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddingServer, startEmbeddingServer } from '../../test/support/embedding-server.ts'
import { addPage } from '../../test/support/pages.ts'
import { isReady, runJobs, setModel, statusOf, untilStatus } from '../../test/support/semantic.ts'
import { startServer, type TestServer } from '../../test/support/server.ts'
import { newId } from '../lib/ids.ts'
import { jobs } from '../store/index.ts'

describe('JobRunner', () => {
  let server: TestServer
  let provider: EmbeddingServer
  beforeEach(async () => {
    server = await startServer()
    provider = await startEmbeddingServer()
  })
  afterEach(async () => {
    await provider.close()
    await server.close()
  })
  const job = () => ({ kind: 'embed', subject: server.workspaceId })
  const state = () => jobs.state(server.app.store, job())
  const claim = (now: number, until: number) =>
    server.app.store.transact((transaction) =>
      server.app.store.claimJob(transaction, { holder: newId(), now, until }),
    )

  it('leaves a job alone that another process holds, and takes it up when that falls silent', async () => {
    await addPage(server, 'Page')
    await setModel(server, { baseUrl: provider.baseUrl })
    const until = Date.now() + 1500
    assert.ok(await claim(Date.now(), until))
    const runner = runJobs(server)
    await sleep(700)
    assert.equal((await statusOf(server)).state, 'building')
    await untilStatus(server, isReady)
    assert.ok(Date.now() >= until)
    await runner.stop()
    assert.deepEqual(runner.faults, [])
  })

  it('gives a job up that was taken from it, and writes no more', async () => {
    for (let count = 0; count < 12; count += 1) await addPage(server, `Page ${count}`)
    await setModel(server, { baseUrl: provider.baseUrl, batchSize: 2 })
    provider.behave({ kind: 'slow', delay: 150 })
    const runner = runJobs(server)
    await untilStatus(server, ({ pages }) => pages.done > 0)
    // As if its lease had run out long ago.
    const taken = await claim(Date.now() + 1e9, Date.now() + 2e9)
    assert.ok(taken)
    await sleep(200)
    const { pages } = await statusOf(server)
    await sleep(500)
    assert.equal((await statusOf(server)).pages.done, pages.done)
    await server.app.store.transact((transaction) =>
      jobs.postpone(transaction, taken, { dueAt: 0, attempts: 0, error: null }),
    )
    await untilStatus(server, isReady)
    await runner.stop()
    assert.deepEqual(runner.faults, [])
  })

  it('leaves jobs of a kind it does not know for a newer server', async () => {
    const { store } = server.app
    const unknown = { kind: 'from-the-future', subject: 'x' }
    await store.transact((transaction) => jobs.enqueue(transaction, unknown, 0))
    const runner = runJobs(server)
    let found = await jobs.state(store, unknown)
    while (found !== undefined && found.dueAt === 0) {
      await sleep(20)
      found = await jobs.state(store, unknown)
    }
    await runner.stop()
    assert.ok(found !== undefined && found.dueAt > Date.now())
    assert.deepEqual([found.attempts, found.error, runner.faults], [0, null, []])
  })

  it('waits longer after each failure, and at once after a success', async () => {
    await setModel(server, { baseUrl: provider.baseUrl })
    const runner = runJobs(server)
    await untilStatus(server, isReady)
    provider.behave({ kind: 'status', status: 503 })
    await addPage(server, 'Page')
    const waits: number[] = []
    for (const attempts of [1, 2]) {
      let found = await state()
      while (found?.attempts !== attempts || found.error === null) {
        await sleep(10)
        found = await state()
      }
      waits.push(found.dueAt - Date.now())
    }
    assert.ok((waits[0] ?? 0) > 1000 && (waits[0] ?? 0) <= 2000, waits.join())
    assert.ok((waits[1] ?? 0) > 3000 && (waits[1] ?? 0) <= 4000, waits.join())
    provider.behave({ kind: 'answer' })
    await untilStatus(server, isReady)
    while ((await state()) !== undefined) await sleep(10)
    await runner.stop()
  })

  it('writes nothing while there is nothing to do', async () => {
    await setModel(server, { baseUrl: provider.baseUrl })
    const runner = runJobs(server)
    await untilStatus(server, isReady)
    while ((await state()) !== undefined) await sleep(10)
    const written = () =>
      server.app.store
        .timings()
        .filter(({ name }) => ['jobs.claim', 'jobs.enqueue', 'jobs.renew'].includes(name))
        .reduce((sum, { count }) => sum + count, 0)
    const before = written()
    await sleep(1200)
    assert.equal(written(), before)
    await runner.stop()
  })
})
