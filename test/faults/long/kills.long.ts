import { describe } from 'node:test'

process.env['QUIRE_KILL_ROUNDS'] = '60'

/** What every run does eight times. */
describe('kills, sixty times', async () => {
  await import('../kill.test.ts')
})
