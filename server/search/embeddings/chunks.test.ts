import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { chunkPage, countWords } from './chunks.ts'

const words = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `word${from + index}`).join(' ')

/** A text of sentences as people write them, 5 to 25 words. */
const prose = (sentences: number, seed: number) =>
  Array.from({ length: sentences }, (_, index) => {
    const length = 5 + ((index * 7 + seed * 13) % 21)
    return `${words(length, index * 31 + seed * 1000)}.`
  })

const blocksOf = (...texts: string[]) => texts.map((text, index) => ({ number: index + 1, text }))

const bodyOf = (text: string) => text.split('\n\n').slice(1).join(' ')

describe('chunkPage', () => {
  it('makes nothing of nothing, and a title of a title', () => {
    assert.deepEqual(chunkPage({ title: ' ', blocks: [] }), [])
    const [only, ...more] = chunkPage({ title: 'Alone  here', blocks: [] })
    assert.deepEqual([only?.text, only?.block, more.length], ['Alone here', 0, 0])
  })

  it('keeps a short page whole, under its title', () => {
    const chunks = chunkPage({ title: 'T', blocks: blocksOf('one.', 'two.') })
    assert.deepEqual(
      chunks.map(({ block, text }) => ({ block, text })),
      [{ block: 1, text: 'T\n\none. two.' }],
    )
  })

  it('cuts longer ones to 90 to 200 words, and loses no word', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const sentences = prose(20 + seed * 2, seed)
      const blocks = blocksOf(
        ...sentences.map((_, at) => sentences.slice(at * 3, at * 3 + 3).join(' ')),
      )
      const chunks = chunkPage({ title: 'Title', blocks })
      const sizes = chunks.map(({ text }) => countWords(bodyOf(text)))
      assert.ok(
        sizes.every((size) => size >= 90 && size <= 200),
        `seed ${seed}: ${sizes.join(' ')}`,
      )
      const joined = chunks.map(({ text }) => bodyOf(text)).join(' ')
      assert.equal(joined, sentences.join(' '))
    }
  })

  it('cuts what has no sentences, no spaces, or no end', () => {
    for (const text of [
      words(1000),
      'x'.repeat(20_000),
      '漢'.repeat(3000),
      '漢字かな。'.repeat(500),
    ]) {
      const chunks = chunkPage({ title: '', blocks: blocksOf(text) })
      const sizes = chunks.map((chunk) => countWords(chunk.text))
      assert.ok(chunks.length > 3)
      assert.ok(Math.max(...sizes) <= 210, sizes.join(' '))
      assert.ok(Math.max(...chunks.map((chunk) => chunk.text.length)) <= 4000)
      const joined = chunks.map((chunk) => chunk.text).join('')
      assert.equal(joined.replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''))
    }
  })

  it('names the block each begins in', () => {
    const blocks = blocksOf(...Array.from({ length: 8 }, (_, index) => words(70, index * 100)))
    for (const { block, text } of chunkPage({ title: 'T', blocks })) {
      assert.ok(bodyOf(text).startsWith(`word${(block - 1) * 100}`))
    }
  })

  it('leaves most chunks as they were when a block is added, changed or removed anywhere', () => {
    const paragraphs = Array.from({ length: 60 }, (_, index) => prose(4, index).join(' '))
    const hashes = (texts: readonly string[]) =>
      new Set(chunkPage({ title: 'T', blocks: blocksOf(...texts) }).map(({ hash }) => hash))
    const before = hashes(paragraphs)
    for (let at = 0; at < paragraphs.length; at += 1) {
      for (const changed of [
        paragraphs.toSpliced(at, 0, prose(3, 99).join(' ')),
        paragraphs.toSpliced(at, 1, prose(4, 77).join(' ')),
        paragraphs.toSpliced(at, 1),
      ]) {
        const fresh = [...hashes(changed)].filter((hash) => !before.has(hash))
        assert.ok(fresh.length <= before.size / 2, `${fresh.length} of ${before.size} at ${at}`)
      }
    }
  })

  it('ends, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 3000 })), (texts) => {
        const chunks = chunkPage({ title: 'T', blocks: blocksOf(...texts) })
        const left = texts.join('').replaceAll(/\s/g, '').length
        const joined = chunks.map(({ text }) => bodyOf(text)).join('')
        assert.equal(joined.replaceAll(/\s/g, '').length, left)
      }),
      { numRuns: 200 },
    )
  })
})
