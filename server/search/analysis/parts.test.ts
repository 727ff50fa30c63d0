import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longText, partsOf } from './parts.ts'

describe('partsOf', () => {
  it('leaves a text of ordinary length whole', () => {
    for (const text of ['', 'x', 'x'.repeat(longText)]) {
      assert.deepEqual([...partsOf(text)], [{ text, start: 0 }])
    }
  })

  it('cuts between words, and loses none', () => {
    const text = 'Many words in one block. '.repeat(4000)
    const parts = [...partsOf(text)]
    assert.equal(parts.map((part) => part.text).join(''), text)
    assert.ok(parts.every((part) => part.text.endsWith(' ') && part.text.length <= 5000))
  })

  it('repeats two characters where there are no words, and never cuts inside one', () => {
    for (const text of ['漢字'.repeat(20_000), '🚀'.repeat(20_000), `x${'🚀'.repeat(20_000)}`]) {
      let end = 0
      for (const part of partsOf(text)) {
        assert.ok(part.text.isWellFormed())
        assert.equal(text.slice(part.start, part.start + part.text.length), part.text)
        assert.ok(end === 0 || end - part.start >= 4)
        end = part.start + part.text.length
      }
      assert.equal(end, text.length)
    }
  })

  it('repeats as much as is asked for', () => {
    let end = 1600
    for (const { text, start } of partsOf('some words '.repeat(10_000), 1516)) {
      assert.ok(end - start >= 1516)
      end = start + text.length
    }
  })
})
