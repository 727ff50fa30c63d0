import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { blocks } from './blocks.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { plainText } from './text.ts'

const markdown =
  '# A *b*\n\n---\n\n- c\n- d\n  - e\n\n| f | g |\n| - | - |\n| h\\|i | `j` |\n\n<!-- k --> <b>l</b>\n\n$x$ [m](/n) ![o](/p)\\\nq\n\n```\nr\n  s\n```\n'
const parsed = parseMarkdown(markdown)
assert.ok(parsed.ok)
const page = parsed.document

describe('blocks', () => {
  it('numbers top-level blocks from 1 and leaves out those without text, keeping numbers', () => {
    assert.deepEqual(blocks(page), [
      { number: 1, text: 'A b' },
      { number: 3, text: 'c\nd\ne' },
      { number: 4, text: 'f\ng\nh|i\nj' },
      { number: 5, text: 'l' },
      { number: 6, text: 'x m o\nq' },
      { number: 7, text: 'r\n  s' },
    ])
  })

  it('gives the same numbers for the same page', () => {
    assert.deepEqual(blocks(page), blocks(structuredClone(page)))
  })
})

describe('plainText', () => {
  it('is the text of all blocks, line by line', () => {
    assert.equal(
      plainText(page),
      blocks(page)
        .map((block) => block.text)
        .join('\n'),
    )
  })

  it('is empty for an empty page', () => {
    assert.equal(plainText({ type: 'doc', content: [{ type: 'paragraph' }] }), '')
  })
})
