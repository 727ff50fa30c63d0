import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noscriptParagraphs } from './noscript.ts'

describe('the text for browsers without JavaScript', () => {
  it('is there in every language', async () => {
    const text = await noscriptParagraphs()
    assert.match(text, /^<p lang="en" dir="ltr">Quire needs JavaScript\./)
    assert.match(text, /<p lang="ar" dir="rtl">[^<]*JavaScript/)
    assert.equal(new Set(text.split('</p>')).size, 5)
  })
})
