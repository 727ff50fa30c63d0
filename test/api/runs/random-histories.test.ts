import { after, before, describe, it } from 'node:test'
import { addHistoryKeys, checkHistory } from '../../support/reverts/history-laws.ts'
import type { Keys } from '../../support/reverts/random-histories.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let keys: Keys
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  keys = await addHistoryKeys(quire)
})
after(() => quire.close())

/** `test/faults/long/reverts.long.ts` has 1,000. */
const histories = 60

describe('the revert of a run in a random history', () => {
  it('leaves a second revert nothing to do, and an untouched tree as it was', async () => {
    for (let seed = 1; seed <= histories; seed += 1) await checkHistory(quire, keys, seed)
  })
})
