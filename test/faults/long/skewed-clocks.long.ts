import { describe } from 'node:test'

/** The first node of a cluster is right, the second two hours ahead, the third a day behind. */
process.env['QUIRE_NODE_CLOCKS'] = '0,7200000,-86400000'

for (const file of [
  'bucket',
  'daily-pages',
  'exactly-once',
  'jobs',
  'links',
  'live',
  'live-replaced',
  'moves',
  'outages',
  'sharing',
]) {
  describe(`nodes whose clocks differ: ${file}`, async () => {
    await import(`../../nodes/${file}.test.ts`)
  })
}
