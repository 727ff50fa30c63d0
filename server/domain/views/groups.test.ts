import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readView } from '../../../content/views/read-view.ts'
import type { PropertyType } from '../../lib/property-types.ts'
import type { views } from '../../store/index.ts'
import type { KeyTypes } from './columns.ts'
import { type GroupColumn, groupColumn, inOrder, toGroups } from './groups.ts'
import type { Names } from './names.ts'

const ada = '01999999-0000-7000-8000-00000000000a'
const home = '01999999-0000-7000-8000-00000000000b'
const names: Names = {
  people: new Map([[ada, 'Ada Lovelace']]),
  pages: new Map([[home, { id: home, title: 'Home', icon: null }]]),
}

function row(value: string | null, extra: Partial<views.GroupRow> = {}): views.GroupRow {
  return { value, name: null, type: null, number: null, pages: 1, totals: [], ...extra }
}

function column(type: PropertyType, options: string[] = [], unit: 'value' | 'day' = 'value') {
  const named = options.map((name) => ({ name }))
  const grouping = { kind: 'property', key: 'a', unit } as const
  return { type, options: named, grouping } satisfies GroupColumn
}

const valuesOf = (rows: readonly views.GroupRow[]) => rows.map(({ value }) => value)

function shown(rows: readonly views.GroupRow[], of: GroupColumn) {
  const read = readView('group: a\ntotals: {title: count}')
  assert.ok(read.ok)
  return toGroups(rows, read.query, { column: of, keys: [] }, names)
}

describe('groupColumn', () => {
  const types: KeyTypes = {
    schema: [],
    of: async (key) => ({ type: key === 'due' ? 'date' : 'number', options: [] }),
  }

  it('groups by tags, by who created a page, by values and by days', async () => {
    assert.deepEqual(await groupColumn({ field: 'tags' }, types), {
      type: 'multi-select',
      options: [],
      grouping: { kind: 'tags' },
    })
    assert.deepEqual(await groupColumn({ field: 'author' }, types), {
      type: 'person',
      options: [],
      grouping: { kind: 'author' },
    })
    const { grouping } = await groupColumn({ key: 'cost' }, types)
    assert.deepEqual(grouping, { kind: 'property', key: 'cost', unit: 'value' })
    const byDay = await groupColumn({ key: 'due' }, types)
    assert.deepEqual(byDay.grouping, { kind: 'property', key: 'due', unit: 'day' })
  })
})

describe('inOrder', () => {
  it('is the order of the options, with those that no page has', () => {
    const rows = [row(null), row('zebra'), row('done'), row('apple')]
    const select = column('select', ['Next', 'Done', 'Été'])
    assert.deepEqual(valuesOf(inOrder(rows, select)), [
      'next',
      'done',
      'été',
      'apple',
      'zebra',
      null,
    ])
    const added = inOrder(rows, select).find(({ value }) => value === 'été')
    assert.deepEqual([added?.name, added?.pages], ['Été', 0])
  })

  it('is the order of numbers, otherwise of texts; without a value last', () => {
    const numbers = [row('10', { number: 10 }), row(null), row('9', { number: 9 })]
    assert.deepEqual(valuesOf(inOrder(numbers, column('number'))), ['9', '10', null])
    assert.deepEqual(valuesOf(inOrder([row('b'), row('a')], column('text'))), ['a', 'b'])
    assert.deepEqual(inOrder(numbers, null), [])
    assert.deepEqual(valuesOf(inOrder([row('b')], column('text', ['a']))), ['b'])
  })
})

describe('toGroups', () => {
  it('have the value that a page needs to be in the group', () => {
    const done = row('true', { type: 'checkbox', number: 1, name: 'true' })
    const open = row('false', { type: 'checkbox', number: 0, name: 'false' })
    const cost = row('2.5', { type: 'number', number: 2.5, name: '2.50' })
    const text = row('doing', { type: 'text', name: 'Doing' })
    const day = row('2026-02-03', { type: 'date', number: 20_487, name: '2026-02-03T10:00' })
    const value = (one: views.GroupRow, of: GroupColumn) => shown([one], of)[0]?.value
    assert.equal(value(done, column('checkbox')), true)
    assert.equal(value(open, column('checkbox')), false)
    assert.equal(value(cost, column('number')), 2.5)
    assert.equal(value(text, column('text')), 'Doing')
    assert.equal(value(day, column('date', [], 'day')), '2026-02-03')
    assert.equal(value(row(null), column('text')), null)
    assert.equal(value(row('x'), column('text')), 'x')
  })

  it('are named after people, pages and values', () => {
    const label = (one: views.GroupRow, of: GroupColumn) => shown([one], of)[0]?.label
    assert.equal(label(row(ada), column('person')), 'Ada Lovelace')
    assert.equal(label(row(home), column('page')), 'Home')
    assert.equal(label(row('gone'), column('person')), 'gone')
    assert.equal(label(row(home), column('person')), '')
    assert.equal(label(row('doing', { name: 'Doing' }), column('text')), 'Doing')
    assert.equal(label(row(null), column('text')), '')
  })

  it('have their pages and totals', () => {
    const [group] = shown([row('doing', { pages: 7 })], column('text'))
    assert.deepEqual(
      [group?.id, group?.pages, group?.totals],
      ['doing', 7, { title: { count: 7 } }],
    )
  })
})
