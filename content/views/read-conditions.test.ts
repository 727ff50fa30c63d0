import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ViewCondition, ViewTest } from './query.ts'
import { readView } from './read-view.ts'

function where(yaml: string): ViewCondition | null {
  const read = readView(`where: ${yaml}`)
  assert.ok(read.ok, JSON.stringify(read))
  return read.query.where
}

function testOf(yaml: string): ViewTest {
  const condition = where(yaml)
  assert.ok(condition?.kind === 'test', yaml)
  return condition.test
}

function problemOf(yaml: string): string {
  const read = readView(`where: ${yaml}`)
  assert.ok(!read.ok, yaml)
  return read.problems[0]?.message ?? ''
}

describe('a condition of a view', () => {
  it('is refused with what to write instead', () => {
    const many = Array.from({ length: 51 }, (_, index) => index)
    for (const [yaml, words] of [
      ['{a: {is: []}}', '“is” needs a value, or a list of at most 50.'],
      ['{a: [[b]]}', '“a” needs a value'],
      [`{a: [${many.join(', ')}]}`, 'a list of at most 50'],
      [`{a: ${'x'.repeat(1001)}}`, '“a” needs a value'],
      ['{a: {contains: ""}}', '“contains” needs a text of at most 200 characters.'],
      [`{a: {contains: ${'x'.repeat(201)}}}`, '“contains” needs a text'],
      ['{a: {contains: [b]}}', '“contains” needs a text'],
      ['{a: {at least: "5"}}', '“at least” needs a number.'],
      ['{a: {at most: .inf}}', '“at most” needs a number.'],
      ['{a: {filled: maybe}}', '“filled” needs true or false.'],
      ['{a: {within: 7}}', '“7” names no days.'],
      ['{a: {after: Easter}}', '“Easter” is no day.'],
      ['{author: {contains: Ada}}', 'Use is, is not, or property:author'],
      ['{tags: {contains: plan}}', 'Use is, is not, filled, or property:tags'],
      ['{updated: [today, yesterday]}', 'updated needs days'],
      ['{created: {filled: true}}', 'created cannot be tested with “filled”.'],
      [`{${'k'.repeat(101)}: 1}`, 'The name of a property has 1 to 100 characters.'],
      ['{"property:": 1}', 'The name of a property has 1 to 100 characters.'],
      ['[Done]', 'A condition is a property and its value'],
      [`{${many.map((index) => `k${index}: 1`).join(', ')}}`, 'A view has at most 50 conditions.'],
    ] as const) {
      assert.ok(problemOf(yaml).includes(words), `${yaml}\n${problemOf(yaml)}`)
    }
  })

  it('compares with one value, or with several', () => {
    for (const [yaml, values] of [
      ['{a: b}', ['b']],
      ['{a: [b, 2, true]}', ['b', 2, true]],
      ['{a: {is: 2.50}}', [2.5]],
      ['{a: 2026-02-03}', ['2026-02-03']],
      ['{a: "  b "}', ['  b ']],
    ] as const) {
      assert.deepEqual(testOf(yaml), { operator: 'is', values }, yaml)
    }
    assert.deepEqual(testOf('{a: {is not: [b, c]}}'), { operator: 'is not', values: ['b', 'c'] })
  })

  it('has operators for texts, numbers, days and any value', () => {
    for (const [yaml, expected] of [
      ['{a: {contains: " b "}}', { operator: 'contains', text: 'b' }],
      ['{a: {does not contain: 5}}', { operator: 'does not contain', text: '5' }],
      ['{a: {starts with: B}}', { operator: 'starts with', text: 'B' }],
      ['{a: {less than: -1.5}}', { operator: 'less than', number: -1.5 }],
      ['{a: {more than: 0}}', { operator: 'more than', number: 0 }],
      ['{a: {before: today}}', { operator: 'before', day: 'today' }],
      ['{a: {after: 3 days ago}}', { operator: 'after', day: '3 days ago' }],
      ['{a: {from: in 1 week}}', { operator: 'from', day: 'in 1 week' }],
      ['{a: {until: 2026-02-03T12:30}}', { operator: 'until', day: '2026-02-03T12:30' }],
      ['{a: {within: next 2 months}}', { operator: 'within', days: 'next 2 months' }],
      ['{a: {filled: false}}', { operator: 'filled', filled: false }],
    ] as const) {
      assert.deepEqual(testOf(yaml), expected, yaml)
    }
  })

  it('is about a property, or about a field with the same tests', () => {
    assert.deepEqual(where('{created: last 7 days}'), {
      kind: 'test',
      subject: { field: 'created' },
      test: { operator: 'within', days: 'last 7 days' },
    })
    assert.deepEqual(where('{"property:created": last 7 days}'), {
      kind: 'test',
      subject: { key: 'created' },
      test: { operator: 'is', values: ['last 7 days'] },
    })
    assert.deepEqual(where('{any: Done}'), {
      kind: 'test',
      subject: { key: 'any' },
      test: { operator: 'is', values: ['Done'] },
    })
  })

  it('joins others, and is nothing without any', () => {
    assert.equal(where('{}'), null)
    assert.equal(where('[]'), null)
    const a = { kind: 'test', subject: { key: 'a' }, test: { operator: 'is', values: [1] } }
    const b = { ...a, subject: { key: 'b' } }
    assert.deepEqual(where('[{a: 1}, {b: 1}]'), { kind: 'all', conditions: [a, b] })
    assert.deepEqual(where('{any: [{a: 1}, {b: 1}]}'), { kind: 'any', conditions: [a, b] })
    assert.deepEqual(where('{any: {a: 1, b: 1}}'), { kind: 'any', conditions: [a, b] })
    assert.deepEqual(where('{all: [{any: [{a: 1}, {b: 1}]}]}'), {
      kind: 'all',
      conditions: [{ kind: 'any', conditions: [a, b] }],
    })
    const range = where('{a: {more than: 1, at most: 5}}')
    assert.ok(range?.kind === 'all')
    assert.equal(range.conditions.length, 2)
  })
})
