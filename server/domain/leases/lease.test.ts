import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { until } from '../../../test/support/until.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { jobs } from '../../store/index.ts'
import { whileHolding } from './lease.ts'

const durationMs = 60

describe('whileHolding', () => {
  const job = { kind: 'test', subject: 'x' }
  let quire: TestServer
  let shift = 0
  beforeEach(async () => {
    shift = 0
    mock.method(clock, 'now', () => Date.now() + shift)
    quire = await startServer()
    await quire.app.store.transactIn('none', (transaction) => jobs.enqueue(transaction, job, 0))
  })
  afterEach(async () => {
    await quire.close()
    mock.restoreAll()
  })
  const hold = (work: Parameters<typeof whileHolding>[2], lasting = 50_000) =>
    whileHolding(job, { store: quire.app.store, leases: jobs.leases, leaseMs: lasting }, work)
  const isIdle = async () =>
    (await jobs.leases.idle(quire.app.store, { now: clock.now(), limit: 10 })).some(
      ({ kind }) => kind === job.kind,
    )
  const steal = () =>
    quire.app.store.transactIn('none', (transaction) =>
      jobs.leases.claim(transaction, job, {
        holder: newId(),
        now: 1e15,
        until: clock.now() + 50_000,
      }),
    )

  it('does not work while another does', async () => {
    let others = 0
    await hold(async () => {
      await hold(async () => {
        others += 1
        return undefined
      })
      return undefined
    })
    assert.equal(others, 0)
    assert.equal(await isIdle(), true)
  })

  it('keeps the lease of work that failed until it ends', async () => {
    const failure = new AppError('INTERNAL', 'a fault')
    await assert.rejects(
      hold(async () => {
        throw failure
      }),
      failure,
    )
    assert.equal(await isIdle(), false)
    shift = 50_001
    assert.equal(await isIdle(), true)
  })

  it('refuses to write when another has the lease, and leaves that one its lease', async () => {
    let written = 0
    await hold(async ({ write }) => {
      assert.equal(await steal(), true)
      await write('none', async () => (written += 1))
      return undefined
    })
    assert.equal(written, 0)
    assert.equal(await isIdle(), false)
  })

  it('ends work whose lease another has taken', async () => {
    await hold(async ({ signal }) => {
      assert.equal(await steal(), true)
      await until(() => signal.aborted)
      return undefined
    }, durationMs)
    assert.equal(await isIdle(), false)
  })

  it('renews the lease for as long as the work takes', async () => {
    await hold(async ({ signal, holder }) => {
      const before = clock.now()
      await until(() => clock.now() > before + 3 * durationMs)
      assert.equal(signal.aborted, false)
      const isRenewed = await quire.app.store.transactIn('none', (transaction) =>
        jobs.leases.renew(transaction, job, { holder, until: clock.now() + durationMs }),
      )
      assert.equal(isRenewed, true)
      return undefined
    }, durationMs)
    assert.equal(await isIdle(), true)
  })

  it('writes last what the work asks for, with the release', async () => {
    await hold(async ({ holder }) => async (transaction) => {
      await jobs.finish(transaction, job, holder)
    })
    assert.equal(await jobs.state(quire.app.store, job), undefined)
  })
})
