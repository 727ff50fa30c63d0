import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'

/** What a search gives to whom, once more on PostgreSQL. Each file in a suite, so that its hooks stay its own. */
describe('a search as a viewer on PostgreSQL', async () => {
  await import('../../../server/domain/search/two-worlds.test.ts')
})
describe('permissions of a search on PostgreSQL', async () => {
  await import('../../api/rights/search.test.ts')
})
