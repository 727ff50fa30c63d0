import { globSync } from 'node:fs'
import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'
const folder = new URL('../../../', import.meta.url)

/** Live pages once more, on PostgreSQL. Each file in a suite, so that its hooks stay its own. */
for (const file of globSync('test/live/*.test.ts', { cwd: folder }).toSorted()) {
  describe(`${file} on PostgreSQL`, async () => {
    await import(new URL(file, folder).href)
  })
}
