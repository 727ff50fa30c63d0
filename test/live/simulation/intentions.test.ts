import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { sinkListItem } from 'prosemirror-schema-list'
import { TextSelection } from 'prosemirror-state'
import type { Command, Transaction } from 'prosemirror-state'
import { addColumnBefore, addRowAfter, deleteRow } from 'prosemirror-tables'
import { checkDocument } from '../../../content/document.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { schema } from '../../../content/schema.ts'
import { diffSteps } from '../../../content/steps/diff.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { takeBatch } from '../../../web/src/live/collab.ts'
import { receiveBatches } from '../../../web/src/live/merge/receive-batches.ts'
import { accept, startAuthority } from './authority.ts'
import { startWriter } from './writer.ts'
import type { Writer } from './writer.ts'

type Edit = (writer: Writer) => void

const sample = `First paragraph here.

The quick brown fox jumps.

Last words stay.

- one
- two

| a | b |
| --- | --- |
| c | d |
`

/** Both edit version 0. The batches arrive in the order given and in the other one. */
function bothOrders(first: Edit, second: Edit, start = sample): [string, string] {
  return [inOrder([first, second], [0, 1], start), inOrder([first, second], [1, 0], start)]
}

function inOrder(edits: readonly Edit[], order: readonly number[], start: string): string {
  const authority = startAuthority(page(start))
  const writers = edits.map((edit) => {
    const writer = startWriter(authority.doc, 0, String(edits.indexOf(edit)), () => 0)
    edit(writer)
    return writer
  })
  for (const index of order) {
    const writer = writers[index]
    const sent = writer && takeBatch(writer, writer.id)
    if (sent !== undefined) accept(authority, sent, String(index))
  }
  assert.deepEqual(authority.refusals, [])
  for (const writer of writers) {
    assert.ok(receiveBatches(writer, authority.batches))
    assert.equal(writer.state.doc.toString(), authority.doc.toString())
    assert.ok(writer.state.doc.eq(authority.doc))
  }
  assert.equal(checkDocument(authority.doc.toJSON()).ok, true)
  authority.doc.check()
  return short(authority.doc)
}

function page(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

function short(doc: Node): string {
  const checked = checkDocument(doc.toJSON())
  assert.ok(checked.ok)
  return writeMarkdown(checked.document)
    .trim()
    .replaceAll(/\n+/g, ' / ')
    .replace('First paragraph here.', '1')
    .replace('Last words stay.', '3')
    .replace(/ \/ - one \/ - two \/ \| a.*\| d +\|/, '')
}

function find(doc: Node, text: string): number {
  let found = -1
  doc.descendants((node, pos) => {
    const index = node.text?.indexOf(text) ?? -1
    if (found < 0 && index >= 0) found = pos + index
  })
  assert.ok(found >= 0, `"${text}" is in the page`)
  return found
}

function blockOf(doc: Node, text: string): { from: number; to: number; node: Node } {
  const $pos = doc.resolve(find(doc, text))
  return { from: $pos.before(1), to: $pos.after(1), node: $pos.node(1) }
}

const type =
  (text: string, after: string): Edit =>
  (writer) => {
    for (const [index, letter] of text.split('').entries()) {
      const { state } = writer
      writer.dispatch(state.tr.insertText(letter, find(state.doc, after) + after.length + index))
    }
  }

const change =
  (edit: (tr: Transaction, doc: Node) => Transaction): Edit =>
  (writer) => {
    writer.dispatch(edit(writer.state.tr, writer.state.doc))
  }

const run =
  (command: Command, at: (doc: Node) => number): Edit =>
  (writer) => {
    const { state } = writer
    const placed = state.apply(
      state.tr.setSelection(TextSelection.create(state.doc, at(state.doc))),
    )
    assert.ok(
      command(placed, (transaction) => {
        const mine = writer.state.tr
        for (const step of transaction.steps) mine.step(step)
        writer.dispatch(mine)
      }),
    )
  }

const moveTo = (target: 'start' | 'end'): Edit =>
  change((tr, doc) => {
    const { from, to, node } = blockOf(doc, 'quick')
    tr.delete(from, to)
    return tr.insert(target === 'start' ? 0 : tr.doc.content.size, node)
  })

const agent =
  (edit: (markdown: string) => string): Edit =>
  (writer) => {
    const checked = checkDocument(writer.state.doc.toJSON())
    assert.ok(checked.ok)
    const { tr } = writer.state
    const after = page(edit(writeMarkdown(checked.document)))
    for (const step of diffSteps(writer.state.doc, after)) tr.step(step)
    writer.dispatch(tr)
  }

const nodeType = (name: 'heading' | 'blockquote' | 'listItem') => {
  const found = schema.nodes[name]
  assert.ok(found)
  return found
}

/** One wanted result, or one for each order of arrival. */
const cases: readonly [string, Edit, Edit, string | [string, string]][] = [
  [
    'both type in one paragraph',
    type('AAA', 'quick'),
    type('BBB', 'brown'),
    '1 / The quickAAA brownBBB fox jumps. / 3',
  ],
  [
    'both type at one place',
    type('AAA', 'quick'),
    type('BBB', 'quick'),
    ['1 / The quickBBBAAA brown fox jumps. / 3', '1 / The quickAAABBB brown fox jumps. / 3'],
  ],
  [
    'one splits where the other types',
    change((tr, doc) => tr.split(find(doc, ' brown'))),
    type('BBB', 'quick'),
    '1 / The quickBBB / brown fox jumps. / 3',
  ],
  [
    'an agent appends a paragraph where the other does',
    agent((text) => text.replace('jumps.', 'jumps.\n\nAAA')),
    agent((text) => text.replace('jumps.', 'jumps.\n\nBBB')),
    [
      '1 / The quick brown fox jumps. / AAA / BBB / 3',
      '1 / The quick brown fox jumps. / BBB / AAA / 3',
    ],
  ],
  [
    'one splits, the other types after the split',
    change((tr, doc) => tr.split(find(doc, ' brown'))),
    type('BBB', 'fox'),
    '1 / The quick / brown foxBBB jumps. / 3',
  ],
  [
    'one splits, the other types before the split',
    change((tr, doc) => tr.split(find(doc, ' brown'))),
    type('BBB', 'The'),
    '1 / TheBBB quick / brown fox jumps. / 3',
  ],
  [
    'one deletes the block, the other types in it',
    change((tr, doc) => {
      const { from, to } = blockOf(doc, 'quick')
      return tr.delete(from, to)
    }),
    type('BBB', 'fox'),
    '1 / BBB / 3',
  ],
  [
    'one deletes words, the other types in them',
    change((tr, doc) => {
      const from = find(doc, 'quick')
      return tr.delete(from, from + 15)
    }),
    type('BBB', 'brown'),
    '1 / The BBB jumps. / 3',
  ],
  [
    'one drags the block, the other types in it',
    moveTo('start'),
    type('BBB', 'fox'),
    'The quick brown foxBBB jumps. / 1 / 3',
  ],
  [
    'both drag the block',
    moveTo('start'),
    moveTo('end'),
    ['1 / 3 / The quick brown fox jumps.', 'The quick brown fox jumps. / 1 / 3'],
  ],
  [
    'one makes it a heading, the other types',
    change((tr, doc) => {
      const { from, to } = blockOf(doc, 'quick')
      return tr.setBlockType(from, to, nodeType('heading'), { level: 2 })
    }),
    type('BBB', 'fox'),
    '1 / ## The quick brown foxBBB jumps. / 3',
  ],
  [
    'one wraps it in a quote, the other types',
    change((tr, doc) => {
      const range = doc.resolve(find(doc, 'quick')).blockRange()
      assert.ok(range)
      return tr.wrap(range, [{ type: nodeType('blockquote') }])
    }),
    type('BBB', 'fox'),
    '1 / > The quick brown foxBBB jumps. / 3',
  ],
  [
    'one joins it with the paragraph before, the other types',
    change((tr, doc) => tr.join(blockOf(doc, 'quick').from)),
    type('BBB', 'fox'),
    '1The quick brown foxBBB jumps. / 3',
  ],
  [
    'one indents the list item, the other types in it',
    run(sinkListItem(nodeType('listItem')), (doc) => find(doc, 'two')),
    type('BBB', 'two'),
    '1 / The quick brown fox jumps. / 3 / - one /   - twoBBB / | a | b | / | - | - | / | c | d |',
  ],
  [
    'one makes words bold, the other types in them',
    change((tr, doc) => {
      const from = find(doc, 'quick')
      return tr.addMark(from, from + 15, schema.mark('bold'))
    }),
    type('BBB', 'brown'),
    ['1 / The **quick brown**BBB **fox** jumps. / 3', '1 / The **quick brownBBB fox** jumps. / 3'],
  ],
  [
    'an agent changes two words, the other types',
    agent((text) => text.replace('quick brown fox', 'quick RED fox').replace('jumps', 'LEAPS')),
    type('BBB', 'fox'),
    '1 / The quick RED foxBBB LEAPS. / 3',
  ],
  [
    'an agent replaces the paragraph by other words, the other types',
    agent((text) =>
      text.replace('The quick brown fox jumps.', 'Something entirely different stands now.'),
    ),
    type('BBB', 'fox'),
    '1 / Something entirely different stands now. / BBB / 3',
  ],
  [
    'an agent deletes the paragraph, the other types',
    agent((text) => text.replace('The quick brown fox jumps.\n\n', '')),
    type('BBB', 'fox'),
    '1 / BBB / 3',
  ],
]

const table = `| Name | Count |
| --- | --- |
| pear | 4 |
`

function cellOf(text: string): (doc: Node) => number {
  return (doc) => find(doc, text)
}

const addFilledRow: Edit = (writer) => {
  run(addRowAfter, cellOf('pear'))(writer)
  const { state } = writer
  writer.dispatch(state.tr.insertText('plum', lastRowCell(state.doc, 0)))
  writer.dispatch(writer.state.tr.insertText('9', lastRowCell(writer.state.doc, 1)))
}

function lastRowCell(doc: Node, column: number): number {
  const rows = doc.firstChild?.children ?? []
  const before = rows.slice(0, -1).reduce((size, { nodeSize }) => size + nodeSize, 0)
  const cells = rows.at(-1)?.children.slice(0, column) ?? []
  return 1 + before + 1 + cells.reduce((size, { nodeSize }) => size + nodeSize, 0) + 2
}

describe('a table that two people change at once', () => {
  it('gets the cells that a new row lacks in a new column', () => {
    const [first, second] = bothOrders(run(addColumnBefore, cellOf('Count')), addFilledRow, table)
    assert.equal(first, second)
    assert.deepEqual(
      first.split(' / ').map((row) =>
        row
          .split('|')
          .map((cell) => cell.trim())
          .slice(1, -1),
      ),
      [
        ['Name', '', 'Count'],
        ['-', '-', '-'],
        ['pear', '', '4'],
        ['plum', '', '9'],
      ],
    )
  })

  it('keeps a row that one deletes while the other types in it', () => {
    const results = bothOrders(run(deleteRow, cellOf('pear')), type('BBB', 'pear'), table)
    for (const result of results) assert.match(result, /BBB/)
  })
})

describe('two edits of one version', () => {
  for (const [name, first, second, wanted] of cases) {
    it(name, () => {
      const got = bothOrders(first, second)
      assert.deepEqual(got, typeof wanted === 'string' ? [wanted, wanted] : wanted)
    })
  }
})
