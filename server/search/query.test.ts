import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from './query.ts'

describe('parseQuery', () => {
  it('takes nothing from a query without words', () => {
    for (const text of ['', '  ', '"', '""', '" "', '***']) {
      const { terms, prefix, phrases } = parseQuery(text)
      assert.deepEqual({ terms, prefix, phrases }, { terms: [], prefix: undefined, phrases: [] })
    }
  })

  it('takes the last word as the beginning of one, when the query ends in it', () => {
    assert.deepEqual(parseQuery('red gre').terms, ['red'])
    assert.equal(parseQuery('red gre').prefix, 'gre')
    for (const closed of ['red green ', 'red green.', 'red "green"']) {
      assert.deepEqual(parseQuery(closed).terms, ['red', 'green'])
      assert.equal(parseQuery(closed).prefix, undefined)
    }
  })

  it('takes closed double quotes as phrases, folded, and no others', () => {
    assert.deepEqual(parseQuery('a "Élan  vital" b "two"').phrases, ['elan vital', 'two'])
    assert.deepEqual(parseQuery('a "open').phrases, [])
    assert.deepEqual(parseQuery("a 'single' “curly”").phrases, [])
  })

  it('takes each term once, and not endlessly many', () => {
    assert.deepEqual(parseQuery('a b a b ').terms, ['a', 'b'])
    const many = Array.from({ length: 250 }, (_, number) => `w${number}`).join(' ')
    assert.equal(parseQuery(`${many} `).terms.length, 32)
  })
})
