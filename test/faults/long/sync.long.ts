import { describe } from 'node:test'

process.env['QUIRE_SYNC_RUNS'] = '500'

/** What every run does a few times. */
describe('500 random histories of a folder and its pages', async () => {
  await import('../sync.test.ts')
})
