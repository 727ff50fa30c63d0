import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Kills, playHistory } from '../support/sync/history.ts'
import { startKillableServer } from '../support/sync/killable-server.ts'
import { withFolder } from './caller.ts'

/** More of them in test/faults/long. */
const runs = Number(process.env['QUIRE_SYNC_RUNS'] ?? 8)
const firstSeed = Number(process.env['QUIRE_SYNC_SEED'] ?? 1)

describe('quire sync under random edits, with either side killed at random', () => {
  it('loses no edit, and both sides are the same in the end', (t) =>
    withFolder(async (dataFolder) => {
      const server = await startKillableServer(dataFolder)
      const kills: Kills = { syncs: 0, servers: 0 }
      for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
        await playHistory(server, seed, kills)
      }
      await server.close()
      t.diagnostic(`${runs} histories; ${kills.syncs} syncs and ${kills.servers} servers ended`)
      assert.ok(kills.syncs > runs && kills.servers > runs / 8, JSON.stringify(kills))
    }))
})
