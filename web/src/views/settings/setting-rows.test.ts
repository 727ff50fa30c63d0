import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeView } from '../../../../content/views/change-view.ts'
import { readView } from '../../../../content/views/read-view.ts'
import { sortsOf, totalsOf, totalsValue } from './setting-rows.ts'

function queryOf(source: string) {
  const read = readView(source)
  assert.ok(read.ok, JSON.stringify(read))
  return read.query
}

describe('the sorts in the settings of a view', () => {
  it('have an empty one after them, up to three', () => {
    const empty = { name: '', direction: 'asc' }
    assert.deepEqual(sortsOf([]), [empty])
    const due = { name: 'due', direction: 'desc' }
    assert.deepEqual(sortsOf(queryOf('sort: due desc').sort), [due, empty])
    const all = sortsOf(queryOf('sort: [due desc, title, "property:title"]').sort)
    assert.deepEqual(
      all.map(({ name }) => name),
      ['due', 'title', 'property:title'],
    )
  })
})

describe('the totals in the settings of a view', () => {
  it('are texts that are written again', () => {
    for (const [yaml, texts] of [
      ['{}', []],
      ['{cost: sum}', ['cost: sum']],
      ['{cost: [sum, average], title: count}', ['cost: sum', 'cost: average', 'title: count']],
      ['{"a: b": max}', ['a: b: max']],
    ] as const) {
      const { totals } = queryOf(`totals: ${yaml}`)
      assert.deepEqual(totalsOf(totals), texts)
      const written = changeView('', { totals: totalsValue(texts) })
      assert.deepEqual(queryOf(written).totals, totals, written)
    }
  })

  it('are none for other texts', () => {
    assert.equal(totalsValue([]), undefined)
    assert.equal(totalsValue(['cost', 'cost: most', ': sum']), undefined)
  })
})
