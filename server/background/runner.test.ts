import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EmbeddingServer,
  startEmbeddingServer,
} from '../../test/support/outside/embedding-server.ts'
import { addPage } from '../../test/support/pages.ts'
import { isReady, runJobs, setModel, statusOf, untilStatus } from '../../test/support/semantic.ts'
import { startServer, type TestServer } from '../../test/support/server.ts'
import { until } from '../../test/support/until.ts'
import { clock } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { jobs } from '../store/index.ts'
import { withinLimits } from './runner.ts'

describe('openJobWorker', () => {
  let server: TestServer
  let provider: EmbeddingServer
  let shift = 0
  beforeEach(async () => {
    shift = 0
    mock.method(clock, 'now', () => Date.now() + shift)
    server = await startServer()
    provider = await startEmbeddingServer()
  })
  afterEach(async () => {
    await provider.close()
    await server.close()
    mock.restoreAll()
  })
  const job = () => ({ kind: 'embed', subject: server.workspaceId })
  const state = () => jobs.state(server.app.store, job())
  const isIdle = async () => (await state()) === undefined
  const claim = async (now: number, until: number) => {
    const holder = newId()
    const isMine = await server.app.store.transact((transaction) =>
      jobs.leases.claim(transaction, job(), { holder, now, until }),
    )
    return isMine ? holder : undefined
  }

  it('leaves a job alone that another process holds, and takes it up when that falls silent', async () => {
    await addPage(server, 'Page')
    await setModel(server, { baseUrl: provider.baseUrl })
    assert.ok(await claim(clock.now(), clock.now() + 60_000))
    const runner = runJobs(server)
    await sleep(700)
    assert.equal((await statusOf(server)).state, 'building')
    shift += 60_000
    await untilStatus(server, isReady)
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
    const holder = await claim(Date.now() + 1e9, Date.now() + 50_000)
    assert.ok(holder)
    let asked = 0
    do {
      asked = provider.requests.length
      await sleep(500)
    } while (provider.requests.length > asked)
    assert.equal((await statusOf(server)).state, 'building')
    await server.app.store.transact((transaction) =>
      jobs.leases.release(transaction, job(), holder),
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
    const found = await until(async () => {
      const job = await jobs.state(store, unknown)
      return job?.dueAt !== 0 && job
    })
    await runner.stop()
    assert.ok(found.dueAt > clock.now())
    assert.deepEqual([found.attempts, found.error, runner.faults], [0, null, []])
  })

  it('waits longer after each failure, and at once after a success', async () => {
    await setModel(server, { baseUrl: provider.baseUrl })
    const runner = runJobs(server)
    await untilStatus(server, isReady)
    await until(isIdle)
    provider.behave({ kind: 'status', status: 503 })
    const failed = (attempts: number) =>
      until(async () => {
        const job = await state()
        return job?.attempts === attempts && job.error !== null && job
      })
    const now = clock.now()
    mock.method(clock, 'now', () => now + shift)
    await addPage(server, 'Page')
    assert.equal((await failed(1)).dueAt, now + 2000)
    shift = 2000
    assert.equal((await failed(2)).dueAt, now + 2000 + 4000)
    shift += 4000
    provider.behave({ kind: 'answer' })
    await untilStatus(server, isReady)
    await until(isIdle)
    await runner.stop()
  })

  it('writes nothing while there is nothing to do', async () => {
    await setModel(server, { baseUrl: provider.baseUrl })
    const runner = runJobs(server)
    await untilStatus(server, isReady)
    await until(isIdle)
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

describe('jobs of a kind that other services can keep waiting', () => {
  it('leave room for others', () => {
    const chats = ['w1', 'w2', 'w3'].map((subject) => ({ kind: 'inbox-chats', subject }))
    const other = { kind: 'inbox-events', subject: 'w1' }
    const startable = (running: number) =>
      withinLimits([...chats, other], new Map([['inbox-chats', running]]))
    assert.deepEqual(startable(0), [...chats.slice(0, 2), other])
    assert.deepEqual(startable(1), [...chats.slice(0, 1), other])
    assert.deepEqual(startable(2), [other])
  })
})
