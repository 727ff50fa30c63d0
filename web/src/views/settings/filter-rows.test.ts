import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeView } from '../../../../content/views/change-view.ts'
import type { ViewCondition } from '../../../../content/views/query.ts'
import { readView } from '../../../../content/views/read-view.ts'
import { conditionOf, filterOf, type FilterRow, problemOf, whereOf } from './filter-rows.ts'

function where(yaml: string): ViewCondition | null {
  const read = readView(`where: ${yaml}`)
  assert.ok(read.ok, JSON.stringify(read))
  return read.query.where
}

const row = (name: string, operator: FilterRow['operator'], value: string): FilterRow => {
  return { name, operator, value }
}

describe('the rows of a filter', () => {
  it('are those of the conditions, and write them again', () => {
    for (const [yaml, kind, rows] of [
      ['{}', 'all', []],
      ['{status: Done}', 'all', [row('status', 'is', 'Done')]],
      ['{status: [A, B], n: 5}', 'all', [row('status', 'is', 'A, B'), row('n', 'is', '5')]],
      ['{done: true}', 'all', [row('done', 'is', 'true')]],
      ['{a: {is not: x}}', 'all', [row('a', 'is not', 'x')]],
      ['{a: {filled: false}}', 'all', [row('a', 'filled', 'false')]],
      ['{due: {within: last 7 days}}', 'all', [row('due', 'within', 'last 7 days')]],
      ['{due: {before: today}}', 'all', [row('due', 'before', 'today')]],
      ['{a: {starts with: x}}', 'all', [row('a', 'starts with', 'x')]],
      [
        '{any: [{n: {more than: 1.5}}, {"property:title": x}]}',
        'any',
        [row('n', 'more than', '1.5'), row('property:title', 'is', 'x')],
      ],
      [
        '{n: {at least: 1, at most: 5}}',
        'all',
        [row('n', 'at least', '1'), row('n', 'at most', '5')],
      ],
    ] as const) {
      const filter = filterOf(where(yaml))
      assert.deepEqual(filter, { kind, rows }, yaml)
      const written = changeView('', { where: whereOf(filter) })
      const read = readView(written)
      assert.ok(read.ok, written)
      assert.deepEqual(filterOf(read.query.where), { kind, rows }, written)
    }
  })

  it('are none for nested conditions, and for values with commas', () => {
    assert.equal(filterOf(where('{any: [{all: [{a: 1}, {b: 2}]}, {c: 3}]}')), undefined)
    assert.equal(filterOf(where('{a: "x, y"}')), undefined)
  })

  it('have typed values', () => {
    const valuesOf = (value: string) => {
      const condition = conditionOf(row('a', 'is', value))
      return condition?.kind === 'test' && 'values' in condition.test ? condition.test.values : []
    }
    assert.deepEqual(valuesOf('5, true, 05, x,'), [5, true, '05', 'x'])
    assert.deepEqual(valuesOf('1e3'), ['1e3'])
  })

  it('are left out while they are not complete or not right', () => {
    assert.equal(conditionOf(row('', 'is', 'x')), undefined)
    assert.equal(conditionOf(row('a', 'is', ' ')), undefined)
    const rows = [row('a', 'is', ''), row('n', 'more than', 'many'), row('b', 'is', 'x')]
    assert.deepEqual(whereOf({ kind: 'all', rows }), { b: 'x' })
    assert.equal(whereOf({ kind: 'any', rows: rows.slice(0, 2) }), undefined)
  })

  it('say what is wrong', () => {
    assert.match(problemOf(row('n', 'more than', 'many')) ?? '', /needs a number/)
    assert.match(problemOf(row('due', 'before', 'someday')) ?? '', /is no day/)
    assert.match(problemOf(row('title', 'within', 'today')) ?? '', /cannot be tested/)
    assert.equal(problemOf(row('n', 'more than', '5')), undefined)
    assert.equal(problemOf(row('n', 'more than', '')), undefined)
  })
})
