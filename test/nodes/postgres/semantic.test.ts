import { globSync } from 'node:fs'
import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'
// Its hooks end what all files started, so they must not belong to the first one that loads it.
await import('../../support/processes/process.ts')
const folder = new URL('../../../', import.meta.url)

/** Search by meaning once more, on PostgreSQL: side by side, because they mostly wait for a provider. */
describe('on PostgreSQL', { concurrency: true }, () => {
  for (const file of globSync('server/domain/semantic/*.test.ts', { cwd: folder }).toSorted()) {
    describe(file, { concurrency: 1 }, async () => {
      await import(new URL(file, folder).href)
    })
  }
})
