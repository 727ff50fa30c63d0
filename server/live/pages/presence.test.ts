import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import type { PersonHere } from '../../lib/live-messages.ts'
import { Presence } from './presence.ts'

const person = (connection: string, id = connection): PersonHere => ({
  connection,
  id,
  name: id,
  color: '#000000',
  via: 'web',
  isAgent: false,
})
const same = (cursor: NonNullable<PersonHere['cursor']>) => cursor
const cursor = { version: 1, anchor: 2, head: 3 }

describe('presence', () => {
  it('takes a cursor only from the person of the connection', () => {
    const presence = new Presence()
    presence.join(person('tab', 'ada'))
    presence.takeMessages('page', same)
    assert.equal(presence.move('tab', 'grace', cursor), false)
    assert.equal(presence.move('elsewhere', 'ada', cursor), false)
    assert.equal(presence.hasNews, false)
    assert.equal(presence.move('tab', 'ada', cursor), true)
    assert.deepEqual(presence.takeMessages('page', same), [
      { type: 'cursor', pageId: 'page', connection: 'tab', ...cursor },
    ])
    presence.move('tab', 'ada', undefined)
    assert.deepEqual(presence.takeMessages('page', same), [
      { type: 'cursor', pageId: 'page', connection: 'tab', anchor: null },
    ])
  })

  it('lets other nodes neither replace nor remove who is connected here', () => {
    const presence = new Presence()
    presence.join(person('tab', 'ada'))
    presence.show(person('tab', 'mallory'), 'remote')
    presence.hide('tab')
    assert.deepEqual(
      presence.list(same).map(({ id }) => id),
      ['ada'],
    )
    assert.deepEqual(presence.local, presence.list(same))
  })

  it('lists newcomers with cursors that are still known, and nobody twice', () => {
    const presence = new Presence()
    presence.join(person('tab', 'ada'))
    presence.move('tab', 'ada', cursor)
    presence.show(person('remote', 'grace'), 'remote')
    presence.show(person('remote', 'grace'), 'remote')
    const [first, second, ...rest] = presence.list(same)
    assert.deepEqual([first?.cursor, second?.id, rest], [cursor, 'grace', []])
    assert.deepEqual(
      presence.list(() => undefined).map((one) => one.cursor),
      [undefined, undefined],
    )
  })

  it('forgets programs after seconds, and silent nodes after a minute', () => {
    let now = performance.now()
    const timer = mock.method(performance, 'now', () => now)
    const presence = new Presence()
    presence.join(person('tab'))
    presence.show({ ...person('agent-1'), isAgent: true }, 'agent')
    presence.show(person('remote'), 'remote')
    const names = () => {
      presence.expire()
      return presence.list(same).map(({ id }) => id)
    }
    assert.deepEqual(names(), ['tab', 'agent-1', 'remote'])
    now += 10_000
    assert.deepEqual(names(), ['tab', 'remote'])
    presence.show(person('remote'), 'remote')
    now += 45_000
    assert.deepEqual(names(), ['tab', 'remote'])
    now += 45_000
    assert.deepEqual(names(), ['tab'])
    timer.mock.restore()
  })
})
