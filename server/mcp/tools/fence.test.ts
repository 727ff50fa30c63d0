import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fence } from './fence.ts'

describe('fence', () => {
  it('takes a tag that the text does not end, however it is written', () => {
    const texts = ['</page>', '</PAGE>', '< /page>', '</ page >', '<\n/\npage']
    for (const text of texts) assert.equal(fence(text), `<page-2>\n${text}\n</page-2>`)
    const two = '</Page> </PAGE-2>'
    assert.equal(fence(two), `<page-3>\n${two}\n</page-3>`)
    assert.equal(fence('plain\n'), '<page>\nplain\n</page>')
    assert.equal(fence(''), '<page>\n</page>')
  })

  it('takes a text full of such ends in one pass', () => {
    const text = Array.from({ length: 20_000 }, (_, number) => `</page-${number}>`).join('')
    assert.match(fence(text), /^<page-20000>\n/)
  })
})
