import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addHistoryKeys, checkHistory } from '../../support/reverts/history-laws.ts'
import type { Keys } from '../../support/reverts/random-histories.ts'
import { addWriters, revertRandomRun, type Writers } from '../../support/reverts/random-runs.ts'
import { checkWords } from '../../support/reverts/word-laws.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const runs = 1000

describe('the revert of 1,000 random runs of three people and an agent', () => {
  let quire: TestServer
  let writers: Writers
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    writers = await addWriters(quire)
  })
  after(() => quire.close())

  it('loses no letter of others, makes no new word, and leaves of the run only what the preview lists', async () => {
    for (let seed = 1001; seed <= 1000 + runs; seed += 1) {
      const { letters: _letters, ...wrong } = await revertRandomRun(quire, writers, seed)
      assert.deepEqual(wrong, { lost: [], left: [], unknown: [] }, `seed ${seed}`)
    }
  })
})

describe('the revert of 1,000 random changes of words, numbers and dates', () => {
  it('leaves each word to its last writer and lists those that others corrected', () => {
    for (let seed = 1; seed <= runs; seed += 1) checkWords(seed)
  })
})

describe('the revert of a run in 1,000 random histories of a tree', () => {
  let quire: TestServer
  let keys: Keys
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    keys = await addHistoryKeys(quire)
  })
  after(() => quire.close())

  it('leaves a second revert nothing to do, and an untouched tree as it was', async () => {
    for (let seed = 1001; seed <= 1000 + runs; seed += 1) await checkHistory(quire, keys, seed)
  })
})
