import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Burst, growBurst, readBurst } from './debounce.ts'
import type { StoredEvent } from './payload.ts'

const settings = { quietTime: 30, longestBurst: 100 }

function save(createdAt: number, facts: StoredEvent['facts']): StoredEvent {
  const who = { actorId: `person ${createdAt}`, via: 'web', type: 'page.updated' }
  return {
    workspaceId: 'w',
    sequence: createdAt,
    id: `event ${createdAt}`,
    createdAt,
    ...who,
    facts: { pageId: 'p', ...facts },
  }
}

const grow = (burst: Burst | undefined, event: StoredEvent) => growBurst(burst, event, settings)

describe('growBurst', () => {
  it('waits for quiet, but not for ever', () => {
    let burst = grow(undefined, save(1000, {}))
    assert.equal(burst.row.dueAt, 1030)
    burst = grow(burst, save(1020, {}))
    assert.deepEqual([burst.row.firstAt, burst.row.dueAt], [1000, 1050])
    burst = grow(burst, save(1090, {}))
    assert.equal(burst.row.dueAt, 1100)
  })

  it('tells the newest save, all that has changed, and what was before the first', () => {
    const first = grow(undefined, save(1, { changed: ['title'], previous: { title: 'a' } }))
    const second = grow(
      readBurst(first.row),
      save(2, { changed: ['content', 'title'], previous: { title: 'b' }, version: 9 }),
    )
    const { event, row } = readBurst(second.row)
    assert.deepEqual(event.facts.changed, ['title', 'content'])
    assert.deepEqual(event.facts.previous, { title: 'a' })
    assert.deepEqual(
      [event.id, event.sequence, event.actorId, event.facts.version],
      ['event 2', 2, 'person 2', 9],
    )
    assert.equal(row.sequence, 2)
  })

  it('knows the form the store has of it', () => {
    const made = grow(undefined, save(1, {}))
    assert.equal(made.stored, undefined)
    const read = readBurst(made.row)
    assert.deepEqual([read.stored, read.hasGrown], [made.row, false])
    const grown = grow(read, save(2, {}))
    assert.deepEqual([grown.stored, grown.hasGrown], [made.row, true])
  })
})
