import { describe } from 'node:test'

process.env['QUIRE_LIVE_KILL_ROUNDS'] = '100'

/** What every run does four times. */
describe('kills under typing, a hundred times', async () => {
  await import('../live-kill.test.ts')
})
