import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stockDocument } from '../test/fixtures/content/stock-document.ts'
import { checkDocument } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { schema } from './schema.ts'
import { writeMarkdown } from './write-markdown.ts'

const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const page = (...content: object[]) => ({ type: 'doc', content })

function refusal(value: unknown): { path: string; reason: string } {
  const result = checkDocument(value)
  assert.ok(!result.ok)
  assert.match(result.reason, /\.$/)
  return result
}

describe('checkDocument refuses', () => {
  const cases: [string, unknown, string][] = [
    ['what is no object', 'text', ''],
    ['what is no page', paragraph(), '/type'],
    ['content that is no list', { type: 'doc', content: {} }, '/content'],
    ['a node that is no object', { type: 'doc', content: [null] }, '/content/0'],
    ['an unknown node', page(paragraph(text('a')), { type: 'youtube' }), '/content/1/type'],
    ['a name every object has', page({ type: 'constructor' }), '/content/0/type'],
    [
      'a node in the wrong place',
      page(paragraph(text('a'), text('b'), paragraph())),
      '/content/0/content/2/type',
    ],
    ['text outside a paragraph', page(text('a')), '/content/0/type'],
    ['text without text', page(paragraph({ type: 'text' })), '/content/0/content/0/text'],
    [
      'an unknown mark',
      page(paragraph(text('a', { type: 'blink' }))),
      '/content/0/content/0/marks/0/type',
    ],
    [
      'marks that are no list',
      page(paragraph({ type: 'text', text: 'a', marks: 1 })),
      '/content/0/content/0/marks',
    ],
    [
      'a mark in code',
      page({ type: 'codeBlock', content: [text('a', { type: 'bold' })] }),
      '/content/0/content/0/marks/0/type',
    ],
    [
      'a level no heading has',
      page({ type: 'heading', attrs: { level: 7 } }),
      '/content/0/attrs/level',
    ],
    [
      'an attribute of another type',
      page({ type: 'codeBlock', attrs: { language: 1 } }),
      '/content/0/attrs/language',
    ],
    ['attributes that are no object', page({ type: 'heading', attrs: [] }), '/content/0/attrs'],
    ['a list without items', page({ type: 'bulletList' }), '/content/0/content'],
    [
      'a file without an id',
      page(paragraph({ type: 'file', attrs: { name: 'a' } })),
      '/content/0/content/0/attrs/fileId',
    ],
    ['columns beside blocks', page(paragraph(), { type: 'kanbanColumn' }), '/content/1/type'],
  ]
  for (const [name, value, path] of cases) {
    it(name, () => assert.equal(refusal(value).path, path))
  }

  it('nesting of any depth, without an overflow', () => {
    for (const depth of [101, 100_000]) {
      let node: object = paragraph()
      for (let level = 0; level < depth; level += 1) node = { type: 'blockquote', content: [node] }
      assert.match(refusal(page(node)).reason, /100 deep/)
    }
  })

  it('too many nodes, too many marks and too much text', () => {
    assert.match(
      refusal(page(...Array.from({ length: 50_001 }, () => paragraph()))).reason,
      /50000/,
    )
    const marks = Array.from({ length: 33 }, (_, depth) => ({ type: 'bold', attrs: { depth } }))
    assert.match(refusal(page(paragraph(text('a', ...marks)))).reason, /32 marks/)
    assert.match(refusal(page(paragraph(text('a'.repeat(2_000_001))))).reason, /2 MB/)
    const href = 'a'.repeat(1_000_001)
    const linked = text('a', { type: 'link', attrs: { href } })
    assert.match(refusal(page(paragraph(linked), paragraph(linked))).reason, /2 MB/)
  })
})

describe('checkDocument accepts', () => {
  function accepted(value: unknown): unknown {
    const result = checkDocument(value)
    assert.ok(result.ok, result.ok ? '' : `${result.path}: ${result.reason}`)
    schema.nodeFromJSON(result.document).check()
    return result.document
  }

  it('documents of stock Tiptap editors, which also read back from Markdown', () => {
    const result = checkDocument(stockDocument)
    assert.ok(result.ok, result.ok ? '' : `${result.path}: ${result.reason}`)
    schema.nodeFromJSON(result.document).check()
    const markdown = writeMarkdown(result.document)
    const back = parseMarkdown(markdown)
    assert.ok(back.ok)
    assert.equal(writeMarkdown(back.document), markdown)
  })

  it('an image as a block, in a paragraph', () => {
    const image = { type: 'image', attrs: { src: '/a.png' } }
    assert.deepEqual(accepted(page(image)), page(paragraph(image)))
  })

  it('a page without content, as an empty paragraph', () => {
    assert.deepEqual(accepted({ type: 'doc' }), page({ type: 'paragraph' }))
  })

  it('unknown attributes and keys, and leaves them out', () => {
    const value = { ...paragraph(text('a')), attrs: { textAlign: 'left', id: 1 }, extra: 1 }
    assert.deepEqual(accepted(page(value)), page(paragraph({ type: 'text', text: 'a' })))
  })

  it('any text, and makes it well-formed', () => {
    const value = 'a\ud800b\0c\u0007d\te\nf\r\ng'
    assert.deepEqual(
      accepted(page(paragraph(text(value), text('\u0001')))),
      page(paragraph({ type: 'text', text: 'a\ufffdb\ufffdcd\te\nf\ng' })),
    )
  })

  it('the same mark twice with another depth, but once with the same', () => {
    const bold = { type: 'bold' }
    const inner = { type: 'bold', attrs: { depth: 1 } }
    assert.deepEqual(
      accepted(page(paragraph(text('a', bold, bold, inner)))),
      page(paragraph({ type: 'text', marks: [bold, inner], text: 'a' })),
    )
  })
})
