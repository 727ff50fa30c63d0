import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DebounceWindow, extendWindow, type PageUpdate, parseRow } from './debounce.ts'

const settings = { debounceMs: 30, maxDebounceMs: 100 }

const pageId = '01890000-0000-7000-8000-000000000001'

function save(createdAt: number, data: Partial<PageUpdate['data']>): PageUpdate {
  return {
    workspaceId: 'w',
    sequence: createdAt,
    id: `event ${createdAt}`,
    createdAt,
    actorId: `person ${createdAt}`,
    sectionId: null,
    runId: null,
    client: null,
    via: 'web',
    isKnown: true,
    type: 'page.updated',
    data: { pageId, changed: [], version: 1, ...data },
  }
}

function read(row: DebounceWindow['row']): DebounceWindow & { event: PageUpdate } {
  const event = parseRow(row)
  assert.ok(event)
  return { row, event, stored: row, isExtended: false }
}

const grow = (window: DebounceWindow | undefined, event: PageUpdate) =>
  extendWindow(window, event, settings)

describe('growWindow', () => {
  it('waits for quiet, but not for ever', () => {
    let window = grow(undefined, save(1000, {}))
    assert.equal(window.row.dueAt, 1030)
    window = grow(window, save(1020, {}))
    assert.deepEqual([window.row.firstAt, window.row.dueAt], [1000, 1050])
    window = grow(window, save(1090, {}))
    assert.equal(window.row.dueAt, 1100)
  })

  it('has the newest save, all that has changed, and what was before the first', () => {
    const first = grow(undefined, save(1, { changed: ['title'], previous: { title: 'a' } }))
    const second = grow(
      read(first.row),
      save(2, { changed: ['content', 'title'], previous: { title: 'b' }, version: 9 }),
    )
    const { event, row } = read(second.row)
    assert.deepEqual(event.data.changed, ['title', 'content'])
    assert.deepEqual(event.data.previous, { title: 'a' })
    assert.deepEqual(
      [event.id, event.sequence, event.actorId, event.data.version],
      ['event 2', 2, 'person 2', 9],
    )
    assert.equal(row.sequence, 2)
  })

  it('knows the form the store has of it', () => {
    const window = grow(undefined, save(1, {}))
    assert.equal(window.stored, undefined)
    const grown = grow(read(window.row), save(2, {}))
    assert.deepEqual([grown.stored, grown.isExtended], [window.row, true])
  })

  it('reads the rows of every earlier release, and none that is damaged', () => {
    const { row } = grow(undefined, save(1, { changed: ['icon'] }))
    const data = { pageId, changed: ['icon'], version: 1, previous: {} }
    const columns = { workspaceId: 'w', sequence: 1, id: 'event 1', actorId: 'person 1' }
    const event = JSON.stringify({
      ...columns,
      via: 'web',
      type: 'page.updated',
      createdAt: 1,
      facts: data,
    })
    assert.deepEqual(JSON.parse(row.event), {
      ...JSON.parse(event),
      sectionId: null,
      runId: null,
      client: null,
    })
    assert.deepEqual(read({ ...row, event }).event, read(row).event)
    for (const damaged of ['', 'null', '{}', event.replace('"version":1', '"version":"x"')]) {
      assert.equal(parseRow({ ...row, event: damaged }), undefined, damaged)
    }
  })
})
