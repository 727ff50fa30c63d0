import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store, Transaction } from '../../../store/index.ts'
import { UseCounter } from './use-counter.ts'

/** A store that notes what is run, and fails as often as it is asked to. */
function fakeStore(failures = 0): { store: Store; rows: Record<string, unknown>[] } {
  const rows: Record<string, unknown>[] = []
  let left = failures
  const transaction = {
    run: (statement: { name: string }, values: Record<string, unknown>) => {
      if (statement.name === 'skillUses.add') rows.push(values)
      return Promise.resolve(1)
    },
  }
  const transactIn = async (_scope: object, work: (of: Transaction) => Promise<void>) => {
    left -= 1
    if (left >= 0) throw new RangeError('The disk is full.')
    // SAFETY: the counter only runs statements.
    await work(transaction as unknown as Transaction)
  }
  // SAFETY: as above.
  return { store: { transactIn } as unknown as Store, rows }
}

const use = { workspaceId: 'w', pageId: 'p', version: 1, userId: 'u', client: 'codex' }
const summary = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ workspaceId, version, uses }) => [workspaceId, version, uses])

describe('UseCounter', () => {
  it('writes nothing until it stores, and nothing without a use', async () => {
    const { store, rows } = fakeStore()
    const counter = new UseCounter(store)
    await counter.store()
    counter.count(use)
    assert.deepEqual(rows, [])
    await counter.store()
    await counter.store()
    assert.deepEqual(summary(rows), [['w', 1, 1]])
  })

  it('writes one row for all uses of a version by one caller, in each workspace', async () => {
    const { store, rows } = fakeStore()
    const counter = new UseCounter(store)
    for (let number = 0; number < 50; number += 1) counter.count(use)
    counter.count({ ...use, version: 2 })
    counter.count({ ...use, workspaceId: 'other' })
    await counter.store()
    assert.deepEqual(summary(rows), [
      ['w', 1, 50],
      ['w', 2, 1],
      ['other', 1, 1],
    ])
  })

  it('keeps what it could not store for the next time', async () => {
    const { store, rows } = fakeStore(1)
    const counter = new UseCounter(store)
    counter.count(use)
    await counter.store()
    assert.deepEqual(rows, [])
    counter.count(use)
    await counter.store()
    assert.deepEqual(summary(rows), [['w', 1, 2]])
  })

  it('does not grow with ever new callers', async () => {
    const { store, rows } = fakeStore()
    const counter = new UseCounter(store)
    for (let number = 0; number < 10_010; number += 1)
      counter.count({ ...use, client: `${number}` })
    await counter.store()
    assert.equal(rows.length, 10_000)
  })
})
