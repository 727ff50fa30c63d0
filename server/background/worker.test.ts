import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../test/support/until.ts'
import { AppError } from '../lib/errors.ts'
import { type Run, Worker, type WorkerOptions } from './worker.ts'

type Item = { name: string }

/** Work that ends when the test says so. */
function start(options: Partial<WorkerOptions<Item>> = {}) {
  const faults: unknown[] = []
  const begun: string[] = []
  const open = new Map<string, () => void>()
  const runs: Run[] = []
  const worker = new Worker<Item>({
    report: (error) => faults.push(error),
    run: async ({ name }, run) => {
      begun.push(name)
      runs.push(run)
      const done = Promise.withResolvers<void>()
      open.set(name, done.resolve)
      await done.promise
    },
    ...options,
  })
  return { worker, faults, begun, runs, end: (name: string) => open.get(name)?.() }
}

describe('Worker', () => {
  it('reports a run that fails, and takes the item up again when it is found again', async () => {
    let count = 0
    const { worker, faults } = start({
      pollIntervalMs: 1,
      findDue: async () => [{ name: 'a' }],
      run: async () => {
        count += 1
        throw new AppError('INTERNAL', `fault ${count}`)
      },
    })
    worker.start()
    await until(() => count >= 2)
    await worker.stop()
    assert.equal(faults.length, count)
  })

  it('reports a poll that fails, and polls on', async () => {
    let polls = 0
    const { worker, faults, begun, end } = start({
      pollIntervalMs: 1,
      findDue: async () => {
        polls += 1
        if (polls === 1) throw new AppError('INTERNAL', 'no store')
        return [{ name: 'a' }]
      },
    })
    worker.start()
    await until(() => begun.length === 1)
    end('a')
    const stopped = worker.stop()
    assert.equal(faults.length, 1)
    await stopped
  })

  it('runs an item again that is added while it runs, and never twice at a time', async () => {
    const { worker, begun, runs, end } = start()
    worker.add({ name: 'a' })
    worker.add({ name: 'b' })
    worker.add({ name: 'a' })
    worker.add({ name: 'a' })
    assert.deepEqual(begun, ['a', 'b'])
    assert.equal(runs[0]?.hasMore, true)
    end('a')
    await until(() => begun.length === 3)
    end('a')
    end('b')
    await worker.stop()
    assert.deepEqual(begun, ['a', 'b', 'a'])
  })

  it('tells a run that there is more, which then handles it', async () => {
    const { worker, begun, runs, end } = start()
    worker.add({ name: 'a' })
    const [run] = runs
    assert.ok(run)
    const received = Promise.withResolvers<void>()
    run.onMore = received.resolve
    worker.add({ name: 'a' })
    await received.promise
    run.hasMore = false
    end('a')
    await worker.stop()
    assert.deepEqual(begun, ['a'])
  })

  it('runs so many at once, and the next when one ends', async () => {
    const names = ['a', 'b', 'c']
    let polls = 0
    const { worker, begun, end } = start({
      concurrency: 2,
      pollIntervalMs: 1e6,
      findDue: async () => ((polls += 1) === 1 ? names.map((name) => ({ name })) : []),
    })
    worker.start()
    await until(() => begun.length === 2)
    end('a')
    await until(() => begun.length === 3)
    end('b')
    end('c')
    await worker.stop()
    assert.deepEqual(begun, names)
  })

  it('waits at a stop for what runs, tells it to end, and takes up no more', async () => {
    const { worker, begun, runs, end } = start({ concurrency: 1 })
    worker.add({ name: 'a' })
    worker.add({ name: 'b' })
    let isStopped = false
    const stopped = worker.stop().then(() => (isStopped = true))
    assert.equal(runs[0]?.signal.aborted, true)
    worker.add({ name: 'c' })
    await new Promise(setImmediate)
    assert.equal(isStopped, false)
    end('a')
    await stopped
    assert.deepEqual(begun, ['a'])
  })
})
