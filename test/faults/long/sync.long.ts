import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../../support/server.ts'
import { playHistory } from '../../support/sync/history.ts'

const runs = 500

describe('500 random histories of a folder and its pages', () => {
  let quire: TestServer
  let baseUrl = ''
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    baseUrl = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => quire.close())

  it('lose no edit, and end with both sides the same', async () => {
    let kills = 0
    for (let seed = 1001; seed <= 1000 + runs; seed += 1) {
      kills += (await playHistory(quire, baseUrl, seed)).kills
    }
    assert.ok(kills > runs, `only ${kills} synchronizations were interrupted`)
  })
})
