import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPhrase, holdsPhrase } from './phrases.ts'

describe('holdsPhrase', () => {
  for (const { text, phrase, holds } of [
    { text: 'the article', phrase: 'he art', holds: false },
    { text: 'the art', phrase: 'he art', holds: false },
    { text: 'the arts', phrase: 'the art', holds: false },
    { text: 'arts, the art', phrase: 'the art', holds: true },
    { text: 'the arts the art', phrase: 'the art', holds: true },
    { text: 'f(x) = 3.14', phrase: '3.14', holds: true },
    { text: 'f(x) = 3.141', phrase: '3.14', holds: false },
    { text: '我们昨天参观了东京塔', phrase: '东京塔', holds: true },
    { text: '我们昨天参观了东京塔', phrase: '参观了东', holds: true },
    { text: 'at🚀dawn', phrase: 'dawn', holds: true },
    { text: 'anything', phrase: '!', holds: false },
  ]) {
    it(`says ${holds} of "${phrase}" in "${text}"`, () => {
      assert.equal(holdsPhrase(text, phrase), holds)
    })
  }
})

describe('findPhrase', () => {
  it('gives nothing for a text that does not hold it', () => {
    assert.equal(findPhrase('The articles', 'the article'), undefined)
  })

  it('gives the place in the text as written, where folding changed the lengths', () => {
    for (const before of ['', 'ﬃ ﬃ ', 'Straße ', '   \n\t ', '🚀 ', 'e\u0301 ']) {
      const text = `${before}The ARTICLE ends`
      const place = findPhrase(text, 'the article')
      assert.equal(place?.start, before.length)
      assert.equal(text.slice(place?.start, place?.end), 'The ARTICLE')
    }
  })
})
