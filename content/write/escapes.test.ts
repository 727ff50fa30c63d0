import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../document.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeMarkdown } from '../write-markdown.ts'

function documentOf(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason)
  return parsed.document
}

function rewritten(markdown: string): string {
  return writeMarkdown(documentOf(markdown))
}

/** Markdown that other programs give a meaning, and plain text that only looks like Markdown. */
const asWritten = [
  'See [[Other]], [[Über uns|über uns]], [[日記#朝]] and [[ملاحظة]].',
  '[[Start]] and ![[image.png|300]] ![[paper.pdf#page=3]]',
  '> [!info] Titel\n> Inhalt',
  '> [!faq]- Folded\n> body',
  '- [[item]] of a list\n- [/] half done',
  '# [[Heading]] #tag',
  '| [[a]] | b [x] |\n| - | - |\n| ~5 | c_d |',
  '#word is a tag, and so is #тег',
  'about ~5 or ~ 6, a ~ b',
  '3 * 4 * 5, a*b, 5*',
  'key:: value ((0c2e-11)) {{query (todo)}}',
  ':::note and !!! tip',
  'array[0], [a, b], [x] and [citation needed]',
  'AT&T, R&D, a && b, x&y;z',
  'a < b, b > c, <- and ->',
  'C:\\temp\\files and \\alpha',
  '[^undefined] is no footnote here',
  '^[an inline note] ==mark== ^block-id',
  'snake_case, a _ b and _private',
  'a | b, c || d',
  '- [ ] [[task]] with [brackets]',
  '中文 [[链接]]（说明）~注',
]

/** Text that would be something else without its escapes. */
const escaped = [
  '\\# no heading',
  '1\\. no list',
  '\\- no list',
  '\\> no quote',
  '\\*a\\* and \\*\\*b\\*\\*',
  '\\_a\\_ and \\~\\~b\\~\\~',
  '\\[a](b) and \\!\\[a](b)',
  '\\`code\\`',
  '\\<b> \\&amp; \\<https\\://a.b>',
  '\\[a]: b',
  '- \\[ ] no task',
  '- \\[x] no task',
  '> \\[!NOTE]',
  '\\$x\\$',
  'a \\[^1] b\n\n[^1]: c',
  '# a \\#',
  '\\---',
  '\\| a |\n| - |',
]

describe('the escapes of written Markdown', () => {
  for (const markdown of asWritten) {
    it(`leaves ${JSON.stringify(markdown)} as it is`, () => {
      assert.equal(rewritten(`${markdown}\n`), `${markdown}\n`)
    })
  }

  for (const markdown of escaped) {
    it(`keeps those in ${JSON.stringify(markdown)} that are needed`, () => {
      const once = rewritten(`${markdown}\n`)
      assert.deepEqual(documentOf(once), documentOf(`${markdown}\n`))
      assert.ok(once.includes('\\'), once)
      assert.equal(rewritten(once), once)
    })
  }

  it('keeps only those in a line that need them', () => {
    assert.equal(rewritten('[[a]] \\*b\\* [c] \\# d\n'), '[[a]] \\*b\\* [c] # d\n')
    assert.equal(rewritten('\\[[a]](b) [[c]]\n'), '\\[[a]](b) [[c]]\n')
  })

  it('reads a line a limited number of times', () => {
    const line = `${'\\*a\\* \\[b](c) '.repeat(1200)}\n`
    assert.deepEqual(documentOf(rewritten(line)), documentOf(line))
  })
})
