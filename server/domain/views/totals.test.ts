import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readView } from '../../../content/views/read-view.ts'
import { propertyTypes } from '../../lib/property-types.ts'
import type { KeyTypes } from './columns.ts'
import { hasNumbers, totalKeys, toTotals } from './totals.ts'

function queryOf(totals: string) {
  const read = readView(`totals: ${totals}`)
  assert.ok(read.ok, totals)
  return read.query
}

const known = { cost: 'number', due: 'date', done: 'checkbox', status: 'select' } as const
const types: KeyTypes = {
  schema: [],
  of: async (key) => ({ type: known[key as keyof typeof known] ?? 'text', options: [] }),
}

const day = Date.UTC(2026, 1, 3) / 86_400_000
const added = { filled: 4, numbers: 3, sum: 0.1 + 0.2 + 0.3, min: 0.1, max: 0.3 }

describe('totalKeys', () => {
  it('has each key once, with the type whose values are numbers', async () => {
    const query = queryOf('{title: count, cost: sum, due: [min, max], status: filled, x: count}')
    assert.deepEqual(await totalKeys(query, types), [
      { key: 'cost', type: 'number' },
      { key: 'due', type: 'date' },
      { key: 'status', type: 'number' },
      { key: 'x', type: 'number' },
    ])
    assert.deepEqual(await totalKeys(queryOf('{}'), types), [])
  })

  it('compares dates and checkboxes as numbers too', () => {
    assert.deepEqual(propertyTypes.filter(hasNumbers), ['number', 'date', 'checkbox'])
  })
})

describe('toTotals', () => {
  const keys = [
    { key: 'cost', type: 'number' },
    { key: 'due', type: 'date' },
  ] as const
  const dates = { filled: 2, numbers: 2, sum: 2 * day + 1.5, min: day, max: day + 1.5 }
  const sums = { pages: 5, totals: [added, dates] }
  const totals = (yaml: string) => toTotals(queryOf(yaml).totals, keys, sums)

  it('rounds sums and averages to twelve digits', () => {
    assert.deepEqual(totals('{cost: [sum, average, min, max, filled, count]}'), {
      cost: { sum: 0.6, average: 0.2, min: 0.1, max: 0.3, filled: 4, count: 5 },
    })
  })

  it('has the first and last of dates, and no sum', () => {
    assert.deepEqual(totals('{due: [min, max, sum, average]}'), {
      due: { min: '2026-02-03', max: '2026-02-04T12:00:00.000Z', sum: null, average: null },
    })
  })

  it('is null for a key without values', () => {
    assert.deepEqual(totals('{other: [sum, filled, count]}'), {
      other: { sum: null, filled: null, count: 5 },
    })
    const none = { filled: 0, numbers: 0, sum: null, min: null, max: null }
    const empty = toTotals(queryOf('{cost: [sum, min, filled]}').totals, keys, {
      pages: 0,
      totals: [none],
    })
    assert.deepEqual(empty, { cost: { sum: null, min: null, filled: 0 } })
  })

  it('is named as in the query', () => {
    assert.deepEqual(Object.keys(totals('{"property:title": filled, title: count}')), [
      'property:title',
      'title',
    ])
  })
})
