import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastCheck from 'fast-check'
import { ByteReader, ByteWriter, hashText, termBytes, termText } from './bytes.ts'

const numbers = [0, 1, 127, 128, 255, 16_383, 16_384, 2 ** 21, 2 ** 28, 2 ** 31, 2 ** 32 - 1]

describe('ByteWriter', () => {
  it('writes numbers that are read as they were', () => {
    const writer = new ByteWriter(1)
    for (const number of numbers) writer.number(number)
    const reader = new ByteReader(writer.finish())
    assert.deepEqual(
      numbers.map(() => reader.number()),
      numbers,
    )
    assert.equal(reader.isAtEnd, true)
  })

  it('writes small numbers in one byte', () => {
    const writer = new ByteWriter()
    writer.number(127)
    assert.equal(writer.length, 1)
    writer.number(128)
    assert.equal(writer.length, 3)
  })

  it('writes words of four bytes, whatever their sign', () => {
    const writer = new ByteWriter(1)
    for (const word of [...numbers, -1]) writer.word(word)
    assert.equal(writer.length, 4 * (numbers.length + 1))
    const reader = new ByteReader(writer.finish())
    for (const word of numbers) assert.equal(reader.word(), word)
    assert.equal(reader.word(), 2 ** 32 - 1)
  })

  it('keeps what it gave when it is written to again', () => {
    const writer = new ByteWriter(4)
    writer.append(Uint8Array.of(1, 2, 3))
    const first = writer.finish()
    writer.clear()
    writer.append(Uint8Array.of(9, 9, 9, 9, 9, 9))
    assert.deepEqual([...first], [1, 2, 3])
    assert.deepEqual([...writer.finish()], [9, 9, 9, 9, 9, 9])
  })

  it('writes terms of any script, one after another', () => {
    fastCheck.assert(
      fastCheck.property(fastCheck.array(fastCheck.string({ unit: 'binary' })), (terms) => {
        const writer = new ByteWriter(1)
        for (const term of terms) writer.term(term)
        const reader = new ByteReader(writer.finish())
        assert.deepEqual(
          terms.map(() => reader.term()),
          terms,
        )
      }),
    )
  })
})

describe('ByteReader', () => {
  it('ends on bytes that break off', () => {
    const reader = new ByteReader(Uint8Array.of(0x80, 0x80))
    assert.equal(reader.number(), 0)
    assert.equal(reader.isAtEnd, true)
    assert.equal(new ByteReader(Uint8Array.of(200, 1, 65)).term(), 'A')
  })
})

describe('termBytes', () => {
  it('order terms as JavaScript does, also beyond the basic plane', () => {
    const terms = ['', 'a', 'aa', 'b', 'é', 'я', 'ｚ', '\uFFFD', '🚀', '𠮷', '漢']
    const byBytes = terms.toSorted((one, other) => Buffer.compare(termBytes(one), termBytes(other)))
    assert.deepEqual(byBytes, terms.toSorted())
  })

  it('are read as the term they were made of', () => {
    for (const term of ['plain', 'Ünï', '東京', '👩‍💻', '\uD800']) {
      assert.equal(termText(termBytes(term)), term)
    }
  })
})

describe('hashText', () => {
  it('is the same for the same text and spreads others', () => {
    assert.equal(hashText('page'), hashText('page'))
    const hashes = new Set(
      Array.from({ length: 10_000 }, (_, number) => hashText(`page ${number}`)),
    )
    assert.equal(hashes.size, 10_000)
  })
})
