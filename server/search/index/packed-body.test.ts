import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { analyseBody } from '../analysis/analyse.ts'
import { readEntry, readStats } from './entry.ts'
import { makeEntry, packBody } from './packed-body.ts'

const titles = [
  '',
  'Unseen',
  'word7 and word19999 word7',
  'aaa',
  'zzzz',
  'Der längste Titel von allen in deutscher Sprache, weil er es kann',
  '漢字 สวัสดี',
]
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')

describe('packBody', () => {
  it('leaves a body with few terms, or of a language its title tells, as it is', () => {
    for (const text of ['', words(0, 1000), 'a '.repeat(60_000)]) {
      const body = analyseBody(text)
      assert.equal(packBody(body), body)
    }
  })

  it('makes the same entry of a page as its terms one by one', () => {
    for (const text of [words(0, 20_000), `${words(0, 8000)} ${'漢字仮名'.repeat(10_000)}`]) {
      const body = analyseBody(text)
      const packed = packBody(body)
      assert.ok('packed' in packed)
      for (const title of titles) {
        assert.deepEqual(makeEntry(title, packed), makeEntry(title, body), title)
      }
    }
  })
})

describe('makeEntry', () => {
  it('knows 100,000 terms of a page, and counts the others', () => {
    const { entry } = makeEntry('Log', analyseBody(words(100_000, 150_000)))
    let terms = 0
    readEntry(entry, () => (terms += 1))
    assert.equal(terms, 100_001)
    assert.ok(readStats(entry).bodyLength >= 150_000)
  })
})
