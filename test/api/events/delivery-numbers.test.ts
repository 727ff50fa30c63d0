import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { events } from '../../../server/store/index.ts'
import { type Fixture, startFixture } from '../../support/outside/webhooks.ts'
import { addPage } from '../../support/pages.ts'
import { grantOnly } from '../../support/sections.ts'
import { until } from '../../support/until.ts'

type Body = { sequence: number; data: { page?: { title: string } } }

describe('the numbers of deliveries', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await startFixture()
  })
  after(async () => {
    assert.deepEqual(fixture.faults, [])
    await fixture.close()
  })

  /** Title and number of what a path received, in the order of the numbers. */
  const received = async (path: string, last: string): Promise<[string, number][]> => {
    const bodies = await until(async () => {
      const found = await fixture.receiver.received(path)
      const all = found.map(({ body }): Body => JSON.parse(body))
      const numbers = all.map(({ sequence }) => sequence)
      // Deliveries are sent side by side: the last one may arrive first.
      const isComplete = Math.max(...numbers) - Math.min(...numbers) + 1 === all.length
      return isComplete && all.some(({ data }) => data.page?.title === last) && all
    })
    return bodies
      .map(({ sequence, data }): [string, number] => [data.page?.title ?? '', sequence])
      .toSorted(([, one], [, other]) => one - other)
  }
  const update = async (pageId: string, title: string) => {
    const { quire } = fixture
    const { workspaceId } = quire
    assert.equal((await quire.post('/v1/pages/update', { workspaceId, pageId, title })).status, 200)
  }

  it('are those of the workspace until it has sections, and continue from there', async () => {
    const { quire } = fixture
    await addPage(quire, 'Before the webhook')
    await fixture.make('/old')
    const secret = await addPage(quire, 'Plan')
    await addPage(quire, 'Second')
    const numbers = (await received('/old', 'Second')).map(([, number]) => number)
    const [first = 0] = numbers
    const { workspaceId, app } = quire
    assert.equal(first + 1, await events.last(app.store, workspaceId))
    await grantOnly(quire, secret, { [quire.userId]: 'manage' })
    await update(secret, 'Hidden')
    await update(secret, 'Hidden again')
    await addPage(quire, 'Third')
    const [lost, third] = [first + 2, first + 3]
    assert.deepEqual(await received('/old', 'Third'), [
      ['Plan', first],
      ['Second', first + 1],
      ['Plan', lost],
      ['Third', third],
    ])
  })

  it('count for each endpoint what it receives, from 1', async () => {
    const { quire } = fixture
    const { webhook } = await fixture.make('/granted')
    await fixture.make('/open')
    await fixture.make('/created', { events: ['page.created'] })
    const secret = await addPage(quire, 'Root')
    // A delivery that waits when its endpoint loses access is cancelled, with its number.
    for (const path of ['/granted', '/open', '/created']) await received(path, 'Root')
    await grantOnly(quire, secret, { [quire.userId]: 'manage', [webhook.id]: 'read' })
    // A delivery contains the title at the time it is sent.
    await addPage(quire, 'Ready')
    await received('/granted', 'Ready')
    await update(secret, 'Inside')
    await received('/granted', 'Inside')
    await addPage(quire, 'Outside')
    await update(secret, 'Inside again')
    await addPage(quire, 'Last')
    const titles = async (path: string) => {
      const all = await received(path, 'Last')
      assert.deepEqual(
        all.map(([, number]) => number),
        all.map((_, index) => index + 1),
        path,
      )
      return all.map(([title]) => title)
    }
    assert.deepEqual((await titles('/granted')).slice(-4), [
      'Inside',
      'Outside',
      'Inside again',
      'Last',
    ])
    assert.deepEqual((await titles('/open')).slice(-2), ['Outside', 'Last'])
    assert.deepEqual((await titles('/created')).slice(-2), ['Outside', 'Last'])
  })

  it('stay with a delivery that is tried and sent again, and stand in the log', async () => {
    const { quire, receiver } = fixture
    const { webhook } = await fixture.make('/again')
    await receiver.script(
      '/again',
      { kind: 'answer', status: 500 },
      { kind: 'answer', status: 200 },
    )
    await addPage(quire, 'One')
    await fixture.until('/again', 2)
    await addPage(quire, 'Two')
    await fixture.until('/again', 3)
    const logged = await until(async () => {
      const all = await fixture.deliveries(webhook.id, { status: 'succeeded' })
      return all.length === 2 && all
    })
    assert.deepEqual(
      logged.map(({ sequence }) => sequence),
      [2, 1],
    )
    const [, one] = logged
    await fixture.ask('redeliver', { webhookId: webhook.id, deliveryId: one?.id })
    const all = await fixture.until('/again', 4)
    const sequences = all.map(({ body }): Body => JSON.parse(body)).map(({ sequence }) => sequence)
    assert.deepEqual(sequences, [1, 1, 2, 1])
    assert.equal(new Set([0, 1, 3].map((index) => all[index]?.body)).size, 1)
  })
})
