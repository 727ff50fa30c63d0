import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findQuotes } from './find-quotes.ts'

const blocks = ['We ship on Friday.', 'The budget is ten thousand.', 'We ship on Monday.']
const quote = (text: string, block: number | null, extra = {}) => ({
  text,
  prefix: '',
  suffix: '',
  block,
  start: 0,
  ...extra,
})
const cut = (range: ReturnType<typeof findQuotes>[number] | undefined, texts = blocks) => {
  if (range === undefined) return undefined
  const { from, to } = range
  if (from.block === to.block) return texts[from.block - 1]?.slice(from.at, to.at)
  return [texts[from.block - 1]?.slice(from.at), texts[to.block - 1]?.slice(0, to.at)].join('|')
}

describe('findQuotes', () => {
  it('leaves out what is gone', () => {
    assert.deepEqual(findQuotes(blocks, [{ id: 'a', quote: quote('We sail', 1) }]), [])
    assert.deepEqual(findQuotes([], [{ id: 'a', quote: quote('We ship', 1) }]), [])
  })

  it('finds a text in its block', () => {
    const [range] = findQuotes(blocks, [{ id: 'a', quote: quote('budget is ten', 2) }])
    assert.equal(range?.id, 'a')
    assert.equal(cut(range), 'budget is ten')
  })

  it('tells two of the same apart by where they were', () => {
    const [first] = findQuotes(blocks, [{ id: 'a', quote: quote('We ship on', 1) }])
    const [third] = findQuotes(blocks, [{ id: 'b', quote: quote('We ship on', 3) }])
    assert.equal(first?.from.block, 1)
    assert.equal(third?.from.block, 3)
  })

  it('goes over the end of a block', () => {
    const [range] = findQuotes(blocks, [{ id: 'a', quote: quote('Friday. The budget', 1) }])
    assert.equal(cut(range), 'Friday.|The budget')
  })

  it('finds what was changed between the same surroundings', () => {
    const changed = ['We ship on Friday.', 'The budget is twelve thousand.', 'We ship on Monday.']
    const was = quote('ten', 2, { prefix: 'The budget is ', suffix: ' thousand. We ship' })
    const [range] = findQuotes(changed, [{ id: 'a', quote: was }])
    assert.equal(cut(range, changed), 'twelve')
  })
})
