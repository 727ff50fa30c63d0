import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'

/** Two servers, the long run, and everything that is told, once more on PostgreSQL. */
for (const file of ['endurance', 'messages', 'unknown-events']) {
  describe(`${file} of webhooks on PostgreSQL`, async () => {
    await import(`../../../server/domain/webhooks/${file}.test.ts`)
  })
}
