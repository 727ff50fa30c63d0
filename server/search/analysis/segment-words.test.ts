import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { segmentedScripts, segmentWords } from './segment-words.ts'

const texts = (run: string) => segmentWords(run).map(({ text }) => text)

describe('segmentWords', () => {
  it('gives no words of nothing, nor of signs', () => {
    assert.deepEqual(texts(''), [])
    assert.deepEqual(texts('๚๛'), [])
  })

  for (const { run, words } of [
    { run: 'ภาษาไทย', words: ['ภาษา', 'ไทย'] },
    { run: 'ไทย', words: ['ไทย'] },
  ]) {
    it(`cuts ${run} into ${words.join(' ')}`, () => assert.deepEqual(texts(run), words))
  }

  it('loses no letter of a run longer than it segments at once', () => {
    const run = 'ภาษาไทย'.repeat(500)
    assert.equal(texts(run).join(''), run)
  })
})

describe('segmentedScripts', () => {
  it('are those without spaces whose words ICU knows', () => {
    for (const text of ['ไทย', 'ລາວ', 'ខ្មែរ', 'မြန်မာ', 'a ไ']) assert.match(text, segmentedScripts)
    for (const text of ['', 'latin', 'русский', '東京', '서울', 'हिन्दी']) {
      assert.doesNotMatch(text, segmentedScripts)
    }
  })
})
