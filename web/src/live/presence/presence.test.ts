import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StepMap } from 'prosemirror-transform'
import type { PersonHere } from '../../../../server/lib/live-messages.ts'
import { Incoming } from '../incoming.ts'
import { VersionMaps } from '../version-maps.ts'
import { Presence } from './presence.ts'

const person = (connection: string, id: string, more: Partial<PersonHere> = {}): PersonHere => ({
  connection,
  id,
  name: id,
  color: '#112233',
  via: 'web',
  isAgent: false,
  ...more,
})
const everywhere = (position: number) => position

describe('Presence', () => {
  it('shows neither oneself, nor someone who is nowhere in the text, nor an unknown version', () => {
    const presence = new Presence()
    presence.set([
      person('1', 'ada', { cursor: { version: 1, anchor: 1, head: 1 } }),
      person('2', 'bob'),
      person('3', 'cleo', { cursor: { version: 9, anchor: 1, head: 1 } }),
    ])
    const locate = (position: number, version: number) => (version > 5 ? undefined : position)
    assert.deepEqual(presence.shown('1', locate), [])
  })

  it('names each person once, whatever tabs they have, and not this tab', () => {
    const presence = new Presence()
    presence.set([person('1', 'ada'), person('2', 'bob'), person('3', 'bob'), person('4', 'ada')])
    assert.deepEqual(
      presence.others('1').map(({ id }) => id),
      ['bob', 'ada'],
    )
  })

  it('moves cursors, and forgets those who left', () => {
    const presence = new Presence()
    presence.set([person('2', 'bob', { cursor: { version: 3, anchor: 1, head: 2 } })])
    presence.move('2', { version: 4, anchor: 5, head: 6 })
    // An older list comes late.
    presence.set([person('2', 'bob', { cursor: { version: 3, anchor: 1, head: 2 } })])
    assert.deepEqual(
      presence.shown('1', everywhere).map(({ anchor, head }) => [anchor, head]),
      [[5, 6]],
    )
    presence.move('2', undefined)
    assert.deepEqual(presence.shown('1', everywhere), [])
    presence.clear()
    assert.deepEqual(presence.others('1'), [])
  })
})

describe('VersionMaps', () => {
  it('knows neither the versions to come nor those long gone', () => {
    const maps = new VersionMaps(5)
    assert.equal(maps.locate(1, 6), undefined)
    assert.equal(maps.locate(1, 4), undefined)
    for (let version = 5; version < 300; version += 1) maps.add([])
    assert.equal(maps.locate(1, 5), undefined)
    assert.equal(maps.locate(1, 299), 1)
    maps.reset(2)
    assert.equal(maps.locate(1, 299), undefined)
  })

  it('brings a position behind what was typed at it', () => {
    const maps = new VersionMaps(1)
    maps.add([new StepMap([4, 0, 2])])
    maps.add([new StepMap([1, 0, 10])])
    assert.equal(maps.locate(4, 1), 16)
    assert.equal(maps.locate(4, 2), 14)
    assert.equal(maps.locate(4, 3), 4)
  })
})

describe('Incoming', () => {
  const accepted = (version: number) => ({
    type: 'accepted' as const,
    version,
    id: String(version),
  })

  it('gives nothing behind a gap', () => {
    const incoming = new Incoming()
    incoming.add(accepted(3), accepted(5))
    assert.deepEqual(incoming.after(2), { next: [accepted(3)], isGap: true })
    assert.deepEqual(incoming.after(1), { next: [], isGap: true })
  })

  it('leaves out what came twice', () => {
    const incoming = new Incoming()
    incoming.add(accepted(2), accepted(3), accepted(3), accepted(4))
    assert.deepEqual(incoming.after(2), { next: [accepted(3), accepted(4)], isGap: false })
    incoming.clear()
    assert.deepEqual(incoming.after(2), { next: [], isGap: false })
  })
})
