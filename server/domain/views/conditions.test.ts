import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readView } from '../../../content/views/read-view.ts'
import { toPageCondition } from './conditions.ts'

const today = Date.UTC(2026, 1, 3) / 86_400_000
const me = '01999999-0000-7000-8000-000000000001'
const meaning = { today, timeZone: 'Europe/Vienna', userId: me }

function condition(where: string) {
  const read = readView(`where: ${where}`)
  assert.ok(read.ok && read.query.where !== null, where)
  return toPageCondition(read.query.where, meaning)
}
const among = (texts: string[], ranges: object[] = []) => ({ kind: 'among', texts, ranges })
const property = (key: string, test: object) => ({ kind: 'property', key, test })
const dates = (...bounds: [string, number][]) => ({
  type: 'date',
  bounds: bounds.map(([operator, number]) => ({ operator, number })),
})
const isToday = dates(['>=', today], ['<', today + 1])

describe('toPageCondition', () => {
  it('folds texts, and knows people, pages and days', () => {
    assert.deepEqual(condition('{a: ÉTÉ}'), property('a', among(['été'])))
    assert.deepEqual(condition('{a: [1.50, true]}'), property('a', among(['1.5', 'true'])))
    assert.deepEqual(condition('{a: me}'), property('a', among(['me', me])))
    const link = `{a: "[Ada](/members/${me})"}`
    assert.deepEqual(condition(link), property('a', among([me])))
    assert.deepEqual(condition('{a: today}'), property('a', among(['today'], [isToday])))
    const day = property('a', among(['2026-02-03'], [isToday]))
    assert.deepEqual(condition('{a: 2026-02-03}'), day)
    assert.deepEqual(condition('{a: 2026}'), property('a', among(['2026'])))
  })

  it('turns the other operators around', () => {
    const is = property('a', among(['x']))
    assert.deepEqual(condition('{a: {is not: x}}'), { kind: 'not', condition: is })
    const empty = { kind: 'not', condition: property('a', { kind: 'exists' }) }
    assert.deepEqual(condition('{a: {filled: false}}'), empty)
    const contains = property('a', { kind: 'contains', text: 'x' })
    const without = { kind: 'not', condition: contains }
    assert.deepEqual(condition('{a: {does not contain: X}}'), without)
  })

  it('begins after a day with the next one, and ends until a day with it', () => {
    for (const [operator, bound] of [
      ['before', ['<', today]],
      ['from', ['>=', today]],
      ['after', ['>=', today + 1]],
      ['until', ['<', today + 1]],
    ] as const) {
      const range = dates([bound[0], bound[1]])
      const expected = property('a', among([], [range]))
      assert.deepEqual(condition(`{a: {${operator}: today}}`), expected, operator)
    }
  })

  it('compares fields of pages: instants on the clocks of the reader', () => {
    const midnight = Date.parse('2026-02-02T23:00:00Z')
    assert.deepEqual(condition('{updated: today}'), {
      kind: 'updated',
      bounds: [
        { operator: '>=', number: midnight },
        { operator: '<', number: midnight + 86_400_000 },
      ],
    })
    const title = { kind: 'title', test: 'contains', texts: ['aÉ'] }
    assert.deepEqual(condition('{title: {contains: AÉ}}'), title)
    assert.deepEqual(condition('{author: me}'), { kind: 'author', ids: ['me', me] })
    assert.deepEqual(condition('{tags: "#Été"}'), { kind: 'tag', tags: ['été'] })
    const none = { kind: 'not', condition: { kind: 'tag', tags: [] } }
    assert.deepEqual(condition('{tags: {filled: false}}'), none)
    const both = condition('{any: [{a: x}, {b: y}]}')
    assert.equal(both.kind, 'any')
  })
})
