import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { views } from '../../store/index.ts'
import { addGroups, addTotals, largest, noTotals } from './sums.ts'

const cost = { key: 'cost', type: 'number' } as const
const none: views.Totals = { filled: 0, numbers: 0, sum: null, min: null, max: null }

function ofNumbers(...numbers: number[]): views.Totals {
  if (numbers.length === 0) return none
  return {
    filled: numbers.length,
    numbers: numbers.length,
    sum: numbers.reduce((one, other) => one + other, 0),
    min: Math.min(...numbers),
    max: Math.max(...numbers),
  }
}

function group(value: string | null, pages: number, extra: object = {}): views.GroupRow {
  return { value, name: value, type: 'text', number: null, pages, totals: [], ...extra }
}

describe('addTotals', () => {
  it('adds parts to what a single statement finds', () => {
    const parts = [[3, -1], [], [7], [2, 2]]
    const sums = parts.reduce(
      (all, numbers) => addTotals(all, { pages: 4, totals: [ofNumbers(...numbers)] }),
      noTotals([cost]),
    )
    assert.deepEqual(sums, { pages: 16, totals: [ofNumbers(...parts.flat())] })
  })

  it('has no sum, least or most without numbers', () => {
    assert.deepEqual(noTotals([cost, cost]), { pages: 0, totals: [none, none] })
    const sums = addTotals(noTotals([cost]), { pages: 2, totals: [none] })
    assert.deepEqual(sums, { pages: 2, totals: [none] })
  })

  it('counts zero as a number', () => {
    const sums = addTotals(noTotals([cost]), { pages: 1, totals: [ofNumbers(0)] })
    assert.deepEqual(sums.totals, [{ filled: 1, numbers: 1, sum: 0, min: 0, max: 0 }])
  })
})

describe('addGroups', () => {
  it('joins the groups of a value, and those without', () => {
    const known = new Map<string | null, views.GroupRow>()
    addGroups(known, [group('a', 2), group(null, 1)])
    addGroups(known, [group('b', 5), group('a', 3), group(null, 4)])
    const counts = [...known.values()].map(({ value, pages }) => [value, pages])
    assert.deepEqual(counts, [
      ['a', 5],
      [null, 5],
      ['b', 5],
    ])
  })

  it('has the first name in the order of bytes, whichever part is first', () => {
    const names = ['Doing', 'DOING', 'doing', '\u{FFFD}', '\u{1F600}']
    for (const order of [names, names.toReversed()]) {
      const known = new Map<string | null, views.GroupRow>()
      for (const name of order) addGroups(known, [group('doing', 1, { name })])
      assert.equal(known.get('doing')?.name, 'DOING')
    }
    const known = new Map<string | null, views.GroupRow>()
    for (const name of names.slice(3).toReversed()) addGroups(known, [group('x', 1, { name })])
    assert.equal(known.get('x')?.name, '\u{FFFD}')
  })

  it('adds the totals of a group', () => {
    const known = new Map<string | null, views.GroupRow>()
    addGroups(known, [group('a', 1, { totals: [ofNumbers(1)], number: 4, type: null })])
    addGroups(known, [group('a', 2, { totals: [ofNumbers(2, 3)], number: 2, type: 'number' })])
    assert.deepEqual(known.get('a'), {
      value: 'a',
      name: 'a',
      type: 'number',
      number: 2,
      pages: 3,
      totals: [ofNumbers(1, 2, 3)],
    })
  })
})

describe('largest', () => {
  it('are those with the most pages, then the first values, then the one without', () => {
    const rows = [group(null, 2), group('c', 2), group('a', 1), group('b', 2), group('d', 9)]
    const groups = new Map(rows.map((row) => [row.value, row]))
    const values = (count: number) => largest(groups, count).map(({ value }) => value)
    assert.deepEqual(values(4), ['d', 'b', 'c', null])
    assert.deepEqual(values(2), ['d', 'b'])
    assert.equal(values(5).length, 5)
  })
})
