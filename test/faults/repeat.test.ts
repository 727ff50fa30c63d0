import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pages, systemViewer } from '../../server/store/index.ts'
import { startKeyedWriters } from '../support/processes/keyed-writers.ts'
import { initialize, startProcess } from '../support/processes/process.ts'
import { until } from '../support/until.ts'
import { faultsOf, inspect, withFolder } from './caller.ts'

describe('writes repeated with their Idempotency-Key', () => {
  it('are made once each, though the server is killed under them again and again', () =>
    withFolder(async (dataFolder) => {
      const first = await initialize({ dataFolder })
      let server = await startProcess({ dataFolder })
      // Where the server is changes with each start.
      const addresses = [server.address]
      const writers = startKeyedWriters(addresses, first, 8)
      for (let round = 0; round < 3; round += 1) {
        const before = writers.answered.size
        await until(() => writers.answered.size > before + 40)
        await server.stop('SIGKILL')
        server = await startProcess({ dataFolder })
        addresses[0] = server.address
      }
      await writers.stop()
      await server.stop()
      await inspect(dataFolder, first, async (context) => {
        const created = await pages.all(context.store, systemViewer(first.workspaceId))
        assert.deepEqual(
          created.map(({ id, title }) => `${title} ${id}`).toSorted(),
          [...writers.answered].map(([title, id]) => `${title} ${id}`).toSorted(),
        )
        assert.deepEqual(await faultsOf(context), [])
      })
    }))
})
