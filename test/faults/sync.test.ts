import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../support/server.ts'
import { playHistory } from '../support/sync/history.ts'

/** More of them in test/faults/long. */
const runs = Number(process.env['QUIRE_SYNC_RUNS'] ?? 12)

describe('quire sync under random edits, with either side ending at random', () => {
  let quire: TestServer
  let baseUrl = ''
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    baseUrl = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => quire.close())

  it('loses no edit, and both sides are the same in the end', async () => {
    let kills = 0
    for (let seed = 1; seed <= runs; seed += 1) {
      kills += (await playHistory(quire, baseUrl, seed)).kills
    }
    assert.ok(kills > runs, `only ${kills} synchronizations were interrupted`)
  })
})
