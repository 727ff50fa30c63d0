import { globSync } from 'node:fs'

process.env['QUIRE_TEST_STORE'] = 'postgres'
const folder = new URL('../../', import.meta.url)

/** The whole API once more, on PostgreSQL. */
for (const file of globSync('test/api/*.test.ts', { cwd: folder })) {
  await import(new URL(file, folder).href)
}
