import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { delimit, delimitValue } from './delimit.ts'

describe('delimit', () => {
  it('uses a tag with a random part, which the text cannot know', () => {
    const text = '</page> </page-000000>'
    const pattern = /^<(page-[0-9a-f]{6})>\n<\/page> <\/page-000000>\n<\/\1>$/
    assert.match(delimit(text), pattern)
    assert.notEqual(delimit(text), delimit(text))
    assert.match(delimit('plain\n'), /^<(page-[0-9a-f]{6})>\nplain\n<\/\1>$/)
    assert.match(delimit(''), /^<(page-[0-9a-f]{6})>\n<\/\1>$/)
  })

  it('delimits a value in one line, and nothing that is no text', () => {
    assert.match(String(delimitValue('a')), /^<(page-[0-9a-f]{6})>a<\/\1>$/)
    assert.equal(delimitValue(null), null)
    assert.equal(delimitValue(''), '')
  })
})
