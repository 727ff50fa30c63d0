import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { schema } from '../schema.ts'
import { changeOf, readBatch } from './batch.ts'
import type { Change } from './batch.ts'
import { findMoves } from './find-moves.ts'
import { rebase } from './rebase.ts'
import { writeBatch } from './write-batch.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const card = (text: string) => ({ type: 'kanbanCard', content: [paragraph(text)] })
const column = (title: string, ...cards: object[]) => ({
  type: 'kanbanColumn',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] },
    ...cards,
  ],
})

const page = doc(paragraph('one'), paragraph('two'), paragraph('three'))
const board = doc(column('Open', card('first'), card('second')), column('Done', card('third')))

function doc(...content: object[]): Node {
  return schema.nodeFromJSON({ type: 'doc', content })
}

function find(node: Node, text: string): number {
  let found = -1
  node.descendants((child, pos) => {
    if (found < 0 && child.text?.includes(text)) found = pos + child.text.indexOf(text)
  })
  assert.ok(found >= 0)
  return found
}

function change(before: Node, authorId: string, edit: (tr: Transform) => void): Change {
  const tr = new Transform(before)
  edit(tr)
  return changeOf(tr.steps, findMoves(tr.steps, tr.docs), authorId, tr.docs)
}

function merge(before: Node, over: Change, batch: Change) {
  const first = rebase(before, [], over)
  assert.ok(first.ok)
  const second = rebase(first.doc, [first.change], batch)
  assert.ok(second.ok)
  second.doc.check()
  return second
}

const type = (text: string, before: string) => (tr: Transform) => {
  tr.insert(find(tr.doc, before), schema.text(text))
}

/** The block, item or card around a text. */
function blockAt(node: Node, text: string, depth: number) {
  const $pos = node.resolve(find(node, text))
  return { from: $pos.before(depth), to: $pos.after(depth), node: $pos.node(depth) }
}

const moveTo = (text: string, depth: number, target: (doc: Node) => number) => (tr: Transform) => {
  const { from, to, node } = blockAt(tr.doc, text, depth)
  tr.delete(from, to)
  tr.insert(target(tr.doc), node)
}

describe('a batch that is rebased', () => {
  it('is refused where it has positions that do not exist, or does not fit', () => {
    for (const step of [
      { stepType: 'replace', from: 900, to: 901 },
      { stepType: 'replace', from: -5, to: 1 },
      { stepType: 'replace', from: 0, to: 1 },
      { stepType: 'attr', pos: 900, attr: 'level', value: 1 },
    ]) {
      const batch = readBatch(schema, { steps: [step] })
      assert.ok(batch)
      assert.equal(rebase(page, [], batch).ok, false, JSON.stringify(step))
      const later = rebase(page, [change(page, 'a', type('x', 'one'))], batch)
      assert.ok(!later.ok || later.doc.eq(page), JSON.stringify(step))
    }
    assert.equal(readBatch(schema, { steps: [{ stepType: 'unknown' }] }), undefined)
    const node = { type: 'unknown' }
    const slice = { content: [node] }
    assert.equal(
      readBatch(schema, { steps: [{ stepType: 'replace', from: 0, to: 0, slice }] }),
      undefined,
    )
  })

  it('names the text that it spares, and whose it is', () => {
    const { from, to } = blockAt(page, 'two', 1)
    const { doc: after, retained } = merge(
      page,
      change(page, 'ada', type('ADA', 'two')),
      change(page, 'bob', (tr) => tr.delete(from, to)),
    )
    assert.deepEqual(
      retained.map((text) => [text.authorId, text.reason, after.textBetween(text.from, text.to)]),
      [['ada', 'spared', 'ADA']],
    )
  })

  it('names the author of text in a block that another moved since', () => {
    const typing = change(page, 'ada', type('ADA', 'two'))
    const first = rebase(page, [], typing)
    assert.ok(first.ok)
    const move = rebase(
      first.doc,
      [],
      change(
        first.doc,
        'eve',
        moveTo('two', 1, () => 0),
      ),
    )
    assert.ok(move.ok)
    const { from, to } = blockAt(page, 'two', 1)
    const gone = change(page, 'bob', (tr) => tr.delete(from, to))
    const last = rebase(move.doc, [first.change, move.change], gone)
    assert.ok(last.ok)
    assert.equal(last.doc.textContent, 'ADAonethree')
    assert.deepEqual(last.retained, [{ from: 1, to: 4, authorId: 'ada', reason: 'spared' }])
  })

  it('names the text whose block another deleted', () => {
    const { from, to } = blockAt(page, 'two', 1)
    const { doc: after, retained } = merge(
      page,
      change(page, 'bob', (tr) => tr.delete(from, to)),
      change(page, 'ada', (tr) => {
        for (const letter of 'ADA') type(letter, 'two')(tr)
      }),
    )
    assert.equal(after.child(1).textContent, 'ADA')
    assert.equal(retained.map((text) => after.textBetween(text.from, text.to)).join(''), 'ADA')
    assert.deepEqual(
      retained.map(({ reason }) => reason),
      ['moved out'],
    )
  })

  it('moves a card with what another types in it, whoever comes first', () => {
    const move = change(
      board,
      'bob',
      moveTo('first', 2, (node) => node.content.size - 1),
    )
    const typing = change(board, 'ada', type('ADA ', 'first'))
    assert.equal(move.moves.length, 1)
    for (const { doc: after } of [merge(board, move, typing), merge(board, typing, move)]) {
      assert.equal(after.lastChild?.lastChild?.textContent, 'ADA first')
      assert.equal(after.firstChild?.childCount, 2)
    }
  })

  it('leaves one card where two people move it, and the later target counts', () => {
    const toEnd = change(
      board,
      'bob',
      moveTo('first', 2, (node) => node.content.size - 1),
    )
    const down = change(
      board,
      'ada',
      moveTo('first', 2, (node) => blockAt(node, 'second', 2).to),
    )
    assert.equal(merge(board, toEnd, down).doc.textContent, 'OpensecondfirstDonethird')
    assert.equal(merge(board, down, toEnd).doc.textContent, 'OpensecondDonethirdfirst')
  })

  it('moves a column with a card that another adds to it', () => {
    const move = change(
      board,
      'bob',
      moveTo('Open', 1, (node) => node.content.size),
    )
    const added = change(board, 'ada', (tr) => {
      tr.insert(blockAt(tr.doc, 'second', 2).to, schema.nodeFromJSON(card('new')))
    })
    for (const { doc: after } of [merge(board, move, added), merge(board, added, move)]) {
      assert.equal(after.textContent, 'DonethirdOpenfirstsecondnew')
    }
  })

  it('leaves one item where two people move the only one of its list', () => {
    const list = (...items: string[]) => ({
      type: 'bulletList',
      content: items.map((text) => ({ type: 'listItem', content: [paragraph(text)] })),
    })
    const lists = doc(list('only'), paragraph('between'), list('first', 'last'))
    const toStart = change(
      lists,
      'ada',
      moveTo('only', 2, (node) => blockAt(node, 'first', 2).from),
    )
    const toEnd = change(
      lists,
      'bob',
      moveTo('only', 2, (node) => blockAt(node, 'last', 2).to),
    )
    assert.deepEqual(toStart.moves, [{ remove: 0, insert: 1 }])
    assert.equal(merge(lists, toStart, toEnd).doc.textContent, 'betweenfirstlastonly')
    assert.equal(merge(lists, toEnd, toStart).doc.textContent, 'betweenonlyfirstlast')
    const typing = change(lists, 'eve', type('EVE', 'only'))
    for (const { doc: after } of [merge(lists, toEnd, typing), merge(lists, typing, toEnd)]) {
      assert.equal(after.textContent, 'betweenfirstlastEVEonly')
    }
    const inFiller = change(lists, 'ada', (tr) => {
      moveTo('only', 2, (node) => blockAt(node, 'last', 2).to)(tr)
      tr.insert(3, schema.text('new'))
    })
    assert.equal(merge(lists, typing, inFiller).doc.firstChild?.textContent, 'new')
  })

  it('does not bring back a block that another deleted while it was moved', () => {
    const { from, to } = blockAt(page, 'one', 1)
    const gone = change(page, 'ada', (tr) => tr.delete(from, to))
    const move = change(
      page,
      'bob',
      moveTo('one', 1, (node) => node.content.size),
    )
    assert.equal(merge(page, gone, move).doc.textContent, 'twothree')
    assert.equal(merge(page, move, gone).doc.textContent, 'twothree')
  })

  it('keeps a text between the columns of a board, where only columns can be', () => {
    const { from, to } = blockAt(board, 'third', 1)
    const gone = change(board, 'bob', (tr) => tr.delete(from, to))
    const { doc: after } = merge(board, gone, change(board, 'ada', type('ADA', 'third')))
    assert.match(after.textContent, /ADA/)
  })

  it('ignores a mark for a move that its steps do not make', () => {
    const typing = change(page, 'ada', (tr) => {
      type('a', 'one')(tr)
      type('b', 'two')(tr)
    })
    const batch = readBatch(schema, {
      ...writeBatch(typing.steps),
      moves: [{ remove: 0, insert: 1 }],
    })
    assert.ok(batch)
    const rebased = rebase(page, [], batch)
    assert.ok(rebased.ok)
    assert.deepEqual(rebased.moves, [])
  })

  it('deletes text that a program wrote again at the same time', () => {
    const again = doc(
      paragraph('one'),
      { type: 'blockquote', content: [paragraph('two')] },
      paragraph('three'),
    )
    const { from, to } = blockAt(page, 'two', 1)
    const program = change(page, 'agent', (tr) => tr.replaceWith(from, to, again.child(1)))
    const gone = change(page, 'ada', (tr) => tr.delete(from + 1, to - 1))
    assert.equal(merge(page, program, gone).doc.textContent, 'onethree')
  })

  it('has text once that two programs wrote again around what another typed in it', () => {
    const quoted = (text: string) => ({ type: 'blockquote', content: [paragraph(text)] })
    const { from, to } = blockAt(page, 'two', 1)
    const rewrite = (name: string) =>
      change(page, name, (tr) => tr.replaceWith(from, to, schema.nodeFromJSON(quoted('two'))))
    const typing = change(page, 'ada', type('ADA', 'wo'))
    let accepted = rebase(page, [], typing)
    const over: Change[] = []
    for (const batch of [rewrite('agent'), rewrite('other agent')]) {
      assert.ok(accepted.ok)
      over.push(accepted.change)
      accepted = rebase(accepted.doc, over, batch)
    }
    assert.ok(accepted.ok)
    assert.deepEqual(accepted.doc.textContent.match(/w|ADA/g)?.toSorted(), ['ADA', 'w'])
  })

  it('keeps the words that a program put into a block that it wrote again, though another rewrites it', () => {
    const before = doc(paragraph('one'), paragraph('green one'), paragraph('three'))
    const { from, to } = blockAt(before, 'green', 1)
    const rewrite = (text: string) => (tr: Transform) => {
      tr.delete(from, to).insert(from, schema.nodeFromJSON(paragraph(text)))
    }
    const added = change(before, 'agent', rewrite('green NEW one'))
    const other = change(before, 'other agent', rewrite('green one too'))
    const { textContent } = merge(before, added, other).doc
    assert.match(textContent, /NEW/)
    assert.equal(textContent.match(/green/g)?.length, 1)
  })
})
