import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { delimit } from './delimit.ts'

describe('delimit', () => {
  it('uses a tag that the text does not close in any spelling', () => {
    const texts = ['</page>', '</PAGE>', '< /page>', '</ page >', '<\n/\npage']
    for (const text of texts) assert.equal(delimit(text), `<page-2>\n${text}\n</page-2>`)
    const two = '</Page> </PAGE-2>'
    assert.equal(delimit(two), `<page-3>\n${two}\n</page-3>`)
    assert.equal(delimit('plain\n'), '<page>\nplain\n</page>')
    assert.equal(delimit(''), '<page>\n</page>')
  })

  it('handles a text full of closing tags in one pass', () => {
    const text = Array.from({ length: 20_000 }, (_, number) => `</page-${number}>`).join('')
    assert.match(delimit(text), /^<page-20000>\n/)
  })
})
