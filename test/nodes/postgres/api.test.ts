import { globSync } from 'node:fs'
import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'
const folder = new URL('../../../', import.meta.url)

/** What they test comes before the store: descriptions, limits of bodies, and work on the main thread. */
const sameOnAnyStore = /(docs|openapi|body-limits|largest-inputs|long-blocks)\.test\.ts$/

/** The whole API once more, on PostgreSQL. Each file in a suite, so that its hooks stay its own. */
const files = globSync('test/api/**/*.test.ts', { cwd: folder })
for (const file of files.filter((one) => !sameOnAnyStore.test(one)).toSorted()) {
  describe(`${file} on PostgreSQL`, async () => {
    await import(new URL(file, folder).href)
  })
}
