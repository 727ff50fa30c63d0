import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDocument } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

const text = (value: string, ...types: string[]) => ({
  type: 'text',
  text: value,
  marks: types.map((type) => ({ type })),
})
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const item = (...content: object[]) => ({ type: 'listItem', content })

function written(...content: object[]): string {
  const checked = checkDocument({ type: 'doc', content })
  assert.ok(checked.ok, checked.ok ? '' : checked.reason)
  return writeMarkdown(checked.document)
}

describe('writeMarkdown', () => {
  it('writes nothing for an empty page, and leaves empty paragraphs out', () => {
    assert.equal(written(paragraph()), '')
    assert.equal(written(paragraph(text('a')), paragraph(), paragraph(text('b'))), 'a\n\nb\n')
  })

  it('escapes what would be read as something else', () => {
    assert.equal(written(paragraph(text('# a'))), '\\# a\n')
    assert.equal(written(paragraph(text('1. a'))), '1\\. a\n')
    assert.equal(written(paragraph(text('<b> &amp; *a*'))), '\\<b> \\&amp; \\*a\\*\n')
    assert.equal(written(paragraph(text('costs $5 or $10'))), 'costs $5 or $10\n')
    assert.equal(written(paragraph(text('$a$'))), '\\$a\\$\n')
  })

  it('keeps white space at the edges of marks outside of them', () => {
    assert.equal(written(paragraph(text('a ', 'bold'), text('b'))), '**a** b\n')
    assert.equal(written(paragraph(text(' ', 'bold'), text('b'))), 'b\n')
    assert.equal(written(paragraph(text('a ', 'underline'), text('b'))), '<u>a </u>b\n')
  })

  it('leaves out spaces at the edges of lines instead of encoding them', () => {
    const line = [text(' a ', 'underline'), text(' \n  b '), { type: 'hardBreak' }, text(' c ')]
    assert.equal(written(paragraph(...line)), '<u>a</u>\nb \\\nc\n')
    assert.equal(written({ type: 'heading', attrs: { level: 1 }, content: [text(' a ')] }), '# a\n')
    const cell = (type: string) => ({ type, content: [paragraph(text(' a '))] })
    const rows = ['tableHeader', 'tableCell'].map((type) => ({
      type: 'tableRow',
      content: [cell(type)],
    }))
    assert.equal(written({ type: 'table', content: rows }), '| a |\n| - |\n| a |\n')
    assert.equal(written(paragraph(text(' # a'))), '\\# a\n')
    assert.equal(written(paragraph(text('a'), { type: 'hardBreak' }, text(' '))), 'a<br>\n')
    assert.equal(written(paragraph(text(' ')), paragraph(text('b'))), 'b\n')
    const task = { type: 'taskItem', attrs: { checked: false }, content: [paragraph(text(' '))] }
    assert.equal(written({ type: 'taskList', content: [task] }), '- [ ] &#x20;\n')
  })

  it('keeps the indentation of lines', () => {
    const python = '    if x:\n        y = [1]\n    # z'
    const markdown = written(paragraph(text(python)))
    assert.equal(markdown, '&#x20;   if x:\n&#x20;       y = [1]\n&#x20;   # z\n')
    const parsed = parseMarkdown(markdown)
    assert.deepEqual(parsed.ok && parsed.document.content, [
      { type: 'paragraph', content: [{ type: 'text', text: python }] },
    ])
    assert.equal(written(paragraph(text('      '))), '')
  })

  it('keeps white space at the edges of lines that is visible', () => {
    assert.equal(written(paragraph(text('\u00a0a\u00a0'))), '\u00a0a\u00a0\n')
    assert.equal(written(paragraph(text(' a ', 'code'))), '`  a  `\n')
    const link = { type: 'text', text: ' a ', marks: [{ type: 'link', attrs: { href: '/b' } }] }
    assert.equal(written(paragraph(link)), '[ a ](/b)\n')
  })

  it('closes marks beside an emoji', () => {
    assert.equal(written(paragraph(text('😀', 'bold'), text('a'))), '**😀**&#x61;\n')
    assert.equal(written(paragraph(text('a'), text('😀', 'bold'))), '&#x61;**😀**\n')
    assert.equal(written(paragraph(text('😀__a__'))), '😀\\_\\_a\\_\\_\n')
  })

  it('writes lists tight unless an item holds two paragraphs, or as they say', () => {
    const one = item(paragraph(text('a')))
    const two = item(paragraph(text('a')), paragraph(text('b')))
    assert.equal(written({ type: 'bulletList', content: [one, one] }), '- a\n- a\n')
    assert.equal(written({ type: 'bulletList', content: [one, two] }), '- a\n\n- a\n\n  b\n')
    assert.equal(
      written({ type: 'bulletList', attrs: { tight: false }, content: [one, one] }),
      '- a\n\n- a\n',
    )
    assert.equal(
      written({ type: 'bulletList', attrs: { tight: true }, content: [two] }),
      '- a\n  <!---->\n  b\n',
    )
  })

  it('keeps lists beside each other apart', () => {
    const list = { type: 'bulletList', content: [item(paragraph(text('a')))] }
    assert.equal(written(list, list), '- a\n\n* a\n')
  })

  it('writes breaks as each place allows', () => {
    const line = [text('a'), { type: 'hardBreak' }, text('b')]
    assert.equal(written(paragraph(...line)), 'a\\\nb\n')
    assert.equal(written({ type: 'heading', attrs: { level: 3 }, content: line }), '### a<br>b\n')
    assert.equal(written({ type: 'heading', attrs: { level: 1 }, content: line }), 'a\\\nb\n=\n')
    assert.equal(written(paragraph(text('a'), { type: 'hardBreak' })), 'a<br>\n')
  })

  it('writes code of any content', () => {
    assert.equal(written({ type: 'codeBlock', content: [text('```')] }), '````\n```\n````\n')
    assert.equal(written({ type: 'codeBlock' }), '```\n```\n')
    assert.equal(written(paragraph(text('a`b', 'code'))), '``a`b``\n')
    assert.equal(written(paragraph(text('a\nb', 'code'))), '`a`\n`b`\n')
  })

  it('shows HTML that would swallow what follows as code', () => {
    const html = { type: 'htmlBlock', attrs: { html: '<!-- open' } }
    assert.equal(written(html, paragraph(text('a'))), '```html\n<!-- open\n```\n\na\n')
    assert.equal(written(html), '<!-- open\n')
  })

  it('keeps a link on an image that lost its mark', () => {
    const attrs = { src: '/a', alt: 'b', linkHref: '/c', linkTitle: 'd' }
    assert.equal(written(paragraph({ type: 'image', attrs })), '[![b](/a)](/c "d")\n')
  })

  it('encodes white space that a table cell would lose', () => {
    const cell = (type: string, value: string) => ({ type, content: [paragraph(text(value))] })
    const row = (type: string, value: string) => ({
      type: 'tableRow',
      content: [cell(type, value)],
    })
    const table = {
      type: 'table',
      content: [row('tableHeader', '\u00a0a'), row('tableCell', 'b|\\')],
    }
    assert.equal(written(table), '| &#xA0;a |\n| - |\n| b\\|\\\\ |\n')
  })
})
