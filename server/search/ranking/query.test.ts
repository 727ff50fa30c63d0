import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseQuery } from './query.ts'

const texts = (query: string) => parseQuery(query).tokens.map(({ text }) => text)
const open = (query: string) =>
  parseQuery(query)
    .tokens.filter(({ isOpen }) => isOpen)
    .map(({ text }) => text)

describe('parseQuery', () => {
  it('takes nothing from a query without words', () => {
    for (const text of ['', '  ', '"', '""', '" "', '***', '\0', '\uD800', '\u0301']) {
      const { tokens, phrases } = parseQuery(text)
      assert.deepEqual({ tokens, phrases }, { tokens: [], phrases: [] }, JSON.stringify(text))
    }
  })

  it('takes the last word as the beginning of one, when the query ends in it', () => {
    assert.deepEqual(open('red gre'), ['gre'])
    assert.deepEqual(open('东京'), ['京'])
    for (const closed of ['red green ', 'red green.', 'red "green"', '东京？']) {
      assert.deepEqual(open(closed), [], closed)
    }
  })

  it('takes an identifier that the query ends in as the beginning of one', () => {
    assert.deepEqual(open('call snake_ca').toSorted(), ['ca', 'snake_ca'])
  })

  it('takes closed double quotes as phrases, folded, and no others', () => {
    assert.deepEqual(parseQuery('a "Élan  vital" b "two"').phrases, ['elan vital', 'two'])
    assert.deepEqual(parseQuery('a "open').phrases, [])
    assert.deepEqual(parseQuery("a 'single' “curly” «angular»").phrases, [])
  })

  it('requires the words of a phrase, and no others', () => {
    const required = parseQuery('a "b c" d').tokens.filter(({ isRequired }) => isRequired)
    assert.deepEqual(
      required.map(({ text }) => text),
      ['b', 'c'],
    )
  })

  it('takes each word once and counts it', () => {
    assert.deepEqual(texts('a b a b '), ['a', 'b'])
    assert.deepEqual(
      parseQuery('a b a').tokens.map(({ count }) => count),
      [2, 1],
    )
  })

  it('takes a character that stands alone for a word', () => {
    assert.deepEqual(
      parseQuery('塔 东京').tokens.map(({ kind }) => kind),
      ['plain', 'pair', 'character', 'character'],
    )
  })
})
