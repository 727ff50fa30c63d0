import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'
const folder = new URL('../../../', import.meta.url)

/** What chats ask and are told once more, on PostgreSQL. Each file in a suite, so that its hooks stay its own. */
for (const file of ['test/bots/engine.test.ts', 'test/bots/notifications.test.ts']) {
  describe(`${file} on PostgreSQL`, async () => {
    await import(new URL(file, folder).href)
  })
}
