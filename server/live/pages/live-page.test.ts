import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectLive, typing } from '../../../test/support/live.ts'
import { addPage } from '../../../test/support/pages.ts'
import { startServer } from '../../../test/support/server.ts'
import { damage } from '../../../test/support/stores/damage.ts'

/** The store fails where a text is written, as by a fault that nothing foresaw. */
const trigger = `create trigger fault before insert on page_steps when instr(new.steps, 'fault') begin
  select raise(abort, 'a fault');
end`

describe('LivePage', () => {
  it('refuses a batch that the store fails on, and none of those that wait with it', async () => {
    const quire = await startServer({ rateLimit: 0 })
    const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    await damage(quire.dataFolder, trigger)
    const pageId = await addPage(quire, 'Page', { markdown: 'Hello' })
    const client = await connectLive(address, { authorization: `Bearer ${quire.key}` })
    await client.open({ ...quire, pageId })
    const texts = ['first', 'fault', 'second', 'third']
    const batches = texts.map((text) => typing(pageId, { base: 1, at: 1, text }))
    client.send(...batches)
    const accepted = await client.next('accepted')
    const refused = await client.next('refused')
    const others = [await client.next('batch'), await client.next('batch')]
    assert.deepEqual(
      [accepted, refused, ...others].map(({ id }) => id),
      batches.map(({ id }) => id),
    )
    assert.equal(refused.code, 'BUSY')
    await client.close()
    await quire.close()
  })
})
