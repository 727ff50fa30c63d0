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
const runs = 12

describe('the revert of random runs', () => {
  // A program that splits a word writes its parts anew: letters of the run can then stay unlisted.
  it('loses no letter of others, and lists nearly all that it leaves of the run', async (test) => {
    const [left, all]: [string[], number[]] = [[], []]
    for (let seed = 1; seed <= runs; seed += 1) {
      const revert = await revertRandomRun(quire, writers, seed)
      assert.deepEqual(revert.lost, [], `seed ${seed}`)
      left.push(...revert.left)
      all.push(revert.letters)
    }
    const letters = all.reduce((sum, count) => sum + count, 0)
    test.diagnostic(`${left.length} of ${letters} letters left and not listed`)
    assert.ok(left.length <= letters / 100)
  })
})
