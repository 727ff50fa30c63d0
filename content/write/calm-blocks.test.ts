import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { pages } from '../../test/fixtures/content/arbitrary-document.ts'
import { checkDocument, type PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { writeCalmBlocks } from './calm-blocks.ts'
import { writeAll, writeEach } from './each-block.ts'

/** Whatever stands at the edge of what needs no escapes. */
const edges = 'a B Я 1 12 . , : ; / - -- ( ) " ? s: p:/ w www .com 1. 1) — « » [ ] * _ ! ` |'
  .split(' ')
  .concat(' ', '  ')
const marks = [
  undefined,
  undefined,
  { type: 'bold' },
  { type: 'italic' },
  { type: 'code' },
  { type: 'link', attrs: { href: 'https://example.com/a_b?c=1#d' } },
  { type: 'strike' },
]
const text = fc
  .record({
    words: fc.array(fc.constantFrom(...edges), { minLength: 1, maxLength: 4 }),
    mark: fc.constantFrom(...marks),
  })
  .map(({ words, mark }) => ({
    type: 'text',
    text: words.join(''),
    ...(mark === undefined ? {} : { marks: [mark] }),
  }))
const line = fc.array(text, { maxLength: 4 }).map((content) => ({ type: 'paragraph', content }))
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), line)
  .map(([level, { content }]) => ({ type: 'heading', attrs: { level }, content }))
const codeBlock = fc
  .tuple(fc.constantFrom('', 'js', 'a b'), fc.constantFrom('x', 'a\n\nb', ' ', '```'))
  .map(([language, value]) => ({
    type: 'codeBlock',
    attrs: { language },
    content: [{ type: 'text', text: value }],
  }))
const cells = (type: string, width: number) =>
  fc.array(line, { minLength: width, maxLength: width }).map((paragraphs) => ({
    type: 'tableRow',
    content: paragraphs.map((only) => ({ type, content: [only] })),
  }))
const table = fc
  .integer({ min: 1, max: 3 })
  .chain((width) => fc.tuple(cells('tableHeader', width), cells('tableCell', width)))
  .map((content) => ({ type: 'table', content }))

type List = { type: string; attrs: object; content: object[] }
const { list } = fc.letrec<{ list: List; item: object[] }>((tie) => ({
  item: fc
    .tuple(line, fc.option(tie('list'), { nil: undefined, depthSize: 'small' }))
    .map(([head, below]) => (below === undefined ? [head] : [head, below])),
  list: fc
    .record({
      type: fc.constantFrom('bulletList', 'orderedList', 'taskList'),
      start: fc.integer({ min: 0, max: 12 }),
      tight: fc.constantFrom(true, true, false),
      checked: fc.boolean(),
      items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    })
    .map(({ type, start, tight, checked, items }) => ({
      type,
      attrs: type === 'orderedList' ? { start, tight } : { tight },
      content: items.map((content) =>
        type === 'taskList'
          ? { type: 'taskItem', attrs: { checked }, content }
          : { type: 'listItem', content },
      ),
    })),
}))
const notes = fc
  .array(fc.oneof(line, line, heading, list, list, codeBlock, table), { maxLength: 4 })
  .map((content) => ({ type: 'doc', content }))

function documentOf(value: unknown): PageDocument {
  const checked = checkDocument(JSON.parse(JSON.stringify(value)))
  assert.ok(checked.ok, checked.ok ? '' : `${checked.path} ${checked.reason}`)
  return checked.document
}

describe('writeCalmBlocks', () => {
  const cases = [
    { name: 'notes at the edge of what needs no escapes', arbitrary: notes, numRuns: 1500 },
    { name: 'pages of every node and mark', arbitrary: pages, numRuns: 150 },
  ]
  for (const { name, arbitrary, numRuns } of cases) {
    it(`writes ${name} as the library does`, () => {
      const property = fc.property(arbitrary, (value) => {
        const { content } = documentOf(value)
        const footnotes = () => footnotesOf(content)
        assert.deepEqual(
          writeEach(content, false, footnotes),
          writeAll(content, false, { footnotes }),
        )
      })
      fc.assert(property, { numRuns, seed: 20_261_128 })
    })
  }

  it('writes all blocks of a usual note', () => {
    const note = `# Garden in 2026

Water the **tomatoes** twice a week; see [the plan](https://example.com/plan?year=2026). Run \`npm start\` first.

- Seeds, about 12 of each
- Tools
  1. A spade
  2. *One* rake
- [the shop](https://example.com)

| Plant | Rows |
| - | -: |
| Bean | two |

- [ ] Order soil
- [x] Clean the shed

\`\`\`js
const a = 1
\`\`\`
`
    const parsed = parseMarkdown(note)
    assert.ok(parsed.ok)
    const written = writeCalmBlocks(parsed.document.content)
    assert.equal(`${written.join('\n\n')}\n`, note)
  })
})
