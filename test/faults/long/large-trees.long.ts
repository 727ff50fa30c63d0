import { describe, it } from 'node:test'
import { openApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { initialize, startProcess } from '../../support/processes/process.ts'
import { databaseOf } from '../../support/stores/stores.ts'
import { addTree } from '../../support/trees.ts'
import { caller, withFolder } from '../caller.ts'
import { processorTime, watchHealth } from './watch.ts'

const sizes = [10_000, 100_000]

describe('trees of thousands of pages', () => {
  for (const pages of sizes) {
    for (const children of [pages, 10]) {
      it(`go, return and are removed for good: ${pages} pages, ${children} below each`, (t) =>
        withFolder(async (dataFolder) => {
          const first = await initialize({ dataFolder })
          const config = readConfig({
            QUIRE_DATA: dataFolder,
            DATABASE_URL: await databaseOf(dataFolder),
          })
          const app = await openApp(config)
          const [pageId] = await addTree({ app, ...first }, { pages, children })
          await app.close()
          const server = await startProcess({ dataFolder })
          const call = caller(server.address, first)
          await call('/v1/search/pages', { query: 'gravel' })
          for (const path of [
            '/v1/pages/delete',
            '/v1/search/pages',
            '/v1/pages/restore',
            '/v1/search/pages',
            '/v1/pages/delete',
            '/v1/trash/purge',
          ]) {
            const health = watchHealth(server.address)
            const before = processorTime(server.pid)
            const start = performance.now()
            const { status } = await call(path, { pageId, query: 'gravel' })
            const took = performance.now() - start
            const { answers, maxMs } = await health.stop()
            const used = processorTime(server.pid) - before
            t.diagnostic(
              `${path}: ${status} after ${took.toFixed()} ms, ${used} ms of processor time; ` +
                `/healthz ${answers} times, ${maxMs.toFixed()} ms at most`,
            )
            t.assert.equal(status, 200)
          }
          t.assert.equal((await server.stop()).code, 0)
        }))
    }
  }
})
