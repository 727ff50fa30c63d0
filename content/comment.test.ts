import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacks } from '../test/fixtures/content/attacks.ts'
import { readComment } from './comment.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

const roundTrip = (markdown: string): string => {
  const read = readComment(markdown)
  assert.ok(read.ok, markdown)
  return read.markdown
}
const ada = '01890000-0000-7000-8000-00000000000A'

describe('readComment', () => {
  it('refuses what says nothing', () => {
    for (const markdown of ['', ' \n\t', '&nbsp;', '[](x)'.slice(0, 0)]) {
      assert.equal(readComment(markdown).ok, false, JSON.stringify(markdown))
    }
  })

  it('keeps Markdown as it is', () => {
    const markdown = 'A **bold** *word*, `code` & [a link](https://example.com).\n\n- one\n- two\n'
    assert.equal(roundTrip(markdown), markdown)
    const table = '| a | b |\n| - | - |\n| 1 | 2 |\n'
    assert.equal(roundTrip(table), table)
  })

  it('shows HTML instead of keeping it', () => {
    assert.equal(roundTrip('a <b onclick=x>bold</b> word'), 'a \\<b onclick=x>bold\\</b> word\n')
    assert.equal(
      roundTrip('<script>alert(1)</script>\n'),
      '```html\n<script>alert(1)</script>\n```\n',
    )
    assert.equal(roundTrip('<u>under</u> and <mark>marked</mark>'), 'under and marked\n')
  })

  it('makes paragraphs of a table that Markdown cannot say', () => {
    const cell = (text: string, colspan: number) => ({
      type: 'tableCell',
      attrs: { colspan },
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    const rows = [[cell('wide', 2)], [cell('a', 1), cell('b', 1)]]
    const content = rows.map((row) => ({ type: 'tableRow', content: row }))
    const written = writeMarkdown({ type: 'doc', content: [{ type: 'table', content }] })
    assert.match(written, /^<table>/)
    assert.equal(roundTrip(written), 'wide\n\na\n\nb\n')
  })

  it('takes away addresses that could run something', () => {
    assert.equal(roundTrip('[x](javascript:alert\\(1\\)) y'), 'x y\n')
    assert.equal(roundTrip('![pic](data:text/html,x)'), 'pic\n')
    assert.equal(roundTrip('[![p](a.png)](vbscript:x)'), '![p](a.png)\n')
  })

  it('leaves no HTML and no address that runs, whatever is tried', () => {
    for (const attack of attacks) {
      const read = readComment(attack)
      if (!read.ok) continue
      const again = parseMarkdown(read.markdown)
      assert.ok(again.ok)
      const json = JSON.stringify(again.document)
      assert.doesNotMatch(json, /"html(?:Block|Inline)"/, attack)
      assert.doesNotMatch(
        json,
        /"(?:href|src|linkHref)":"\s*(?:javascript|data|vbscript):/i,
        attack,
      )
    }
  })

  it('names the people that are mentioned, once', () => {
    const read = readComment(`[Ada](/members/${ada}), [Ada](/members/${ada}) [no](/members/x)`)
    assert.deepEqual(read.ok && read.mentions, [ada.toLowerCase()])
  })
})
