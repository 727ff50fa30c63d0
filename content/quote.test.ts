import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findQuote, readPageText, takeQuote } from './quote.ts'

const pageOf = (...texts: string[]) =>
  readPageText(texts.map((text, index) => ({ number: index + 1, text })))
const take = (
  page: ReturnType<typeof pageOf>,
  text: string,
  at: { block?: number; start?: number } = {},
) => {
  const quote = takeQuote(page, { text, ...at })
  assert.ok(quote, text)
  return quote
}

describe('takeQuote', () => {
  it('knows a text that is not there, and one of white space', () => {
    assert.equal(takeQuote(pageOf('one'), { text: 'two' }), undefined)
    assert.equal(takeQuote(pageOf('one'), { text: ' \n ' }), undefined)
    assert.equal(takeQuote(pageOf(), { text: 'one' }), undefined)
  })

  it('takes the first of several, or the nearest to where it is said to be', () => {
    const page = pageOf('a word', 'no', 'a word and a word')
    assert.deepEqual(take(page, 'word'), {
      text: 'word',
      prefix: 'a ',
      suffix: '\nno\na word and a word',
      block: 1,
      start: 2,
    })
    const { block, start } = take(page, 'word', { block: 3, start: 10 })
    assert.deepEqual([block, start], [3, 13])
  })

  it('cares for no white space, so that one selection can hold several blocks', () => {
    const page = pageOf('first  line', 'second')
    assert.equal(take(page, 'line\n\nsec').start, 7)
    assert.equal(take(page, 'firstline').block, 1)
  })

  it('keeps no half of a character around it', () => {
    const { prefix, suffix } = take(pageOf(`${'😀'.repeat(20)}mid!${'😀'.repeat(20)}`), 'mid')
    assert.equal(prefix, '😀'.repeat(16))
    assert.equal(suffix, `!${'😀'.repeat(15)}`)
    assert.ok(prefix.isWellFormed() && suffix.isWellFormed())
  })
})

describe('findQuote', () => {
  const before = pageOf('The river runs fast.', 'Its water is cold and clear.', 'The end.')

  it('finds nothing when the text and what was around it are gone', () => {
    const quote = take(before, 'water')
    assert.equal(findQuote(pageOf('Nothing of this.'), quote), undefined)
    assert.equal(findQuote(pageOf(), quote), undefined)
  })

  it('finds nothing when the text is deleted from between', () => {
    const quote = take(before, 'water is ')
    assert.equal(
      findQuote(pageOf('The river runs fast.', 'Its cold and clear.', 'The end.'), quote),
      undefined,
    )
  })

  it('follows its text to another block', () => {
    const quote = take(before, 'cold and clear')
    const after = pageOf(
      'New first.',
      'The river runs fast.',
      'More.',
      'Its water is cold and clear.',
    )
    assert.deepEqual(findQuote(after, quote), { block: 4, start: 13, text: 'cold and clear' })
  })

  it('tells the same words apart by what is around them, then by their block', () => {
    const quote = take(pageOf('one apple here', 'an apple there'), 'apple', { block: 2 })
    assert.equal(findQuote(pageOf('an apple there', 'one apple here'), quote)?.block, 1)
    const bare = take(pageOf('x', 'x', 'x', 'x'), 'x', { block: 3 })
    assert.equal(findQuote(pageOf('x', 'x', 'x', 'x'), bare)?.block, 3)
  })

  it('gives the words that stand in the place of changed ones', () => {
    const quote = take(before, 'cold and clear')
    const after = pageOf('The river runs fast.', 'Its water is warm and clear.', 'The end.')
    assert.deepEqual(findQuote(after, quote), { block: 2, start: 13, text: 'warm and clear' })
  })

  it('finds its place among a hundred thousand same words', () => {
    const page = pageOf('word '.repeat(50_000), 'word '.repeat(50_000))
    for (const start of [0, 200, 249_990]) {
      const quote = take(page, 'word', { block: 2, start })
      assert.deepEqual(findQuote(page, quote), { block: 2, start, text: 'word' })
    }
  })
})
