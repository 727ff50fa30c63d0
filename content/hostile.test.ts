import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hostile } from '../test/fixtures/content/hostile.ts'
import { checkDocument } from './document.ts'
import { renderHtml } from './html.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { schema } from './schema.ts'
import { plainText } from './text.ts'
import { writeMarkdown } from './write-markdown.ts'

const letters = (text: string): number => text.match(/[a-z]/g)?.length ?? 0

describe('hostile Markdown', () => {
  for (const { name, markdown } of hostile) {
    it(`${name} is read or refused, and never grows`, () => {
      const parsed = parseMarkdown(markdown)
      if (!parsed.ok) return assert.match(parsed.reason, /\.$/)
      schema.nodeFromJSON(parsed.document).check()
      assert.ok(checkDocument(parsed.document).ok)
      const written = writeMarkdown(parsed.document)
      assert.ok(written.length <= 10 * markdown.length)
      assert.ok(renderHtml(parsed.document).length <= 40 * markdown.length)
      const again = parseMarkdown(written)
      assert.ok(again.ok, again.ok ? '' : again.reason)
      assert.equal(plainText(again.document), plainText(parsed.document))
    })
  }

  it('keeps every letter of what it accepts', () => {
    for (const source of ['*a _b '.repeat(8000), `${'*'.repeat(9000)}word${'*'.repeat(9000)}`]) {
      const parsed = parseMarkdown(source)
      assert.ok(parsed.ok)
      assert.equal(letters(plainText(parsed.document)), letters(source))
    }
  })

  it('refuses what lies too deep rather than leaving it out', () => {
    const parsed = parseMarkdown(`${'> '.repeat(120)}deep`)
    assert.deepEqual(parsed, {
      ok: false,
      path: '',
      reason: 'The text is nested too deeply. Flatten its lists or quotes.',
    })
  })
})
