import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addWriters, revertRandomRun, type Writers } from '../../support/reverts/random-runs.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let writers: Writers
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  writers = await addWriters(quire)
})
after(() => quire.close())

/** `test/faults/long/reverts.long.ts` has 1,000. */
const runs = 60

describe('the revert of random runs', () => {
  it('loses no letter of others, makes no new word, and leaves of the run only what the preview lists', async () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const { letters: _letters, ...wrong } = await revertRandomRun(quire, writers, seed)
      assert.deepEqual(wrong, { lost: [], left: [], unknown: [] }, `seed ${seed}`)
    }
  })
})
