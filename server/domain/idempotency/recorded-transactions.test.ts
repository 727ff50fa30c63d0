import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { connectStore, jobs, type Store, type Transaction } from '../../store/index.ts'
import { runRecorded } from './recorded-transactions.ts'

describe('runRecorded', () => {
  let folder = ''
  let store: Store
  let noted: string[] = []
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-held-'))
    store = await connectStore({ dataFolder: folder })
  })
  beforeEach(() => {
    noted = []
  })
  after(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  const subject = newId()
  const add = (kind: string) => (transaction: Transaction) =>
    jobs.enqueue(transaction, { kind, subject }, 1)
  const exists = async (kind: string) => (await jobs.state(store, { kind, subject })) !== undefined

  const record = {
    onPart: async () => void noted.push('part'),
    onEnd: async (transaction: Transaction, answer: string) => {
      noted.push(answer)
      await add(`record of ${answer}`)(transaction)
    },
  }

  it('undoes the change when what comes after it fails, and records nothing', async () => {
    const failing = runRecorded(
      store,
      async (recordingStore) => {
        await recordingStore.transactIn('none', add('undone'))
        throw new AppError('NOT_FOUND', 'too late')
      },
      record,
    )
    await assert.rejects(failing, { code: 'NOT_FOUND' })
    assert.equal(await exists('undone'), false)
    assert.deepEqual(noted, [])
  })

  it('undoes the change when the answer cannot be recorded', async () => {
    const failing = runRecorded(
      store,
      async (recordingStore) => recordingStore.transact(add('unrecorded')),
      {
        ...record,
        onEnd: () => Promise.reject(new AppError('BUSY', 'taken over')),
      },
    )
    await assert.rejects(failing, { code: 'BUSY' })
    assert.equal(await exists('unrecorded'), false)
  })

  it('records the answer with the change, which is read before it is committed', async () => {
    const answer = await runRecorded(
      store,
      async (recordingStore) => {
        await recordingStore.transactIn('none', add('made'))
        assert.equal(await exists('made'), false)
        assert.notEqual(await jobs.state(recordingStore, { kind: 'made', subject }), undefined)
        return 'done'
      },
      record,
    )
    assert.deepEqual([answer, noted], ['done', ['done']])
    assert.deepEqual([await exists('made'), await exists('record of done')], [true, true])
  })

  it('commits each of several before the next, and records with the last', async () => {
    await runRecorded(
      store,
      async (recordingStore) => {
        await recordingStore.transactIn('none', add('one'))
        await recordingStore.transactAlone('none', async (transaction) => {
          assert.equal(await exists('one'), true)
          await add('two')(transaction)
        })
        await Promise.all([
          recordingStore.transactIn('none', add('three')),
          recordingStore.transactIn('none', add('four')),
        ])
        return 'several'
      },
      record,
    )
    assert.deepEqual(noted, ['part', 'part', 'part', 'several'])
    for (const kind of ['one', 'two', 'three', 'four']) assert.equal(await exists(kind), true)
  })

  it('records an answer without any change, and after a transaction that was refused', async () => {
    assert.equal(await runRecorded(store, async () => 'nothing to do', record), 'nothing to do')
    const answer = await runRecorded(
      store,
      (recordingStore) =>
        recordingStore
          .transact(() => Promise.reject(new AppError('NOT_FOUND', 'no')))
          .then(
            () => 'found',
            () => 'refused',
          ),
      record,
    )
    assert.equal(answer, 'refused')
    assert.deepEqual(noted, ['nothing to do', 'refused'])
  })

  it('runs all of it again when a commit fails after its work was answered', async () => {
    let commits = 0
    let runs = 0
    // As PostgreSQL does when a commit collided with another one: the work is run once more.
    const colliding: Store = {
      ...store,
      transactIn: async (scope, work) => {
        commits += 1
        if (commits > 1) return store.transactIn(scope, work)
        await store
          .transactIn(scope, async (transaction) => {
            await work(transaction)
            throw new AppError('BUSY', 'collided')
          })
          .catch(() => undefined)
        return store.transactIn(scope, work)
      },
    }
    const answer = await runRecorded(
      colliding,
      async (recordingStore) => {
        runs += 1
        await recordingStore.transactIn('none', add(`run ${runs}`))
        return `answer ${runs}`
      },
      record,
    )
    assert.deepEqual([answer, runs], ['answer 2', 2])
    assert.deepEqual([await exists('run 1'), await exists('run 2')], [false, true])
  })
})
