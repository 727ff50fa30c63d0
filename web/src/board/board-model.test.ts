import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageDocument } from '../../../server/content/document.ts'
import { parseMarkdown } from '../../../server/content/parse-markdown.ts'
import * as model from './board-model.ts'

function document(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

const plan = '## Open\n\n- [ ] Buy\n- [x] Clean\n\n## Done\n\n- [ ] Sleep\n'
const read = (markdown = plan) => model.readBoard(document(markdown))

/** The titles of the columns and the texts of their cards, ticked ones with an x. */
const said = (board: model.Board) =>
  board.map((column) => [
    model.titleOf(column),
    ...column.cards.map((card) => `${model.cardText(card)}${model.isDone(card) ? ' x' : ''}`),
  ])

/** The card with this text. */
function cardNamed(board: model.Board, text: string): model.Card {
  const card = board.flatMap(({ cards }) => cards).find((one) => model.cardText(one) === text)
  assert.ok(card !== undefined, `no card ${text}`)
  return card
}
const columnAt = (board: model.Board, index: number): model.Column => {
  const column = board[index]
  assert.ok(column !== undefined)
  return column
}
const idsOf = (board: model.Board) =>
  board.flatMap(({ id, cards }) => [id, ...cards.map((card) => card.id)])

describe('reading a board', () => {
  it('gives a column without a title to a page without anything', () => {
    assert.deepEqual(said(read('')), [['']])
  })

  it('makes columns of headings and cards of items', () => {
    assert.deepEqual(said(read()), [
      ['Open', 'Buy', 'Clean x'],
      ['Done', 'Sleep'],
    ])
  })

  it('gives each part a name of its own', () => {
    const ids = idsOf(read('## A\n\n- [ ] Same\n- [ ] Same\n\n## A\n\n- [ ] Same\n'))
    assert.equal(new Set(ids).size, ids.length)
  })

  it('keeps the names of what stayed when others changed the page', () => {
    const before = read()
    const after = model.readBoard(
      document('## New\n\n- [ ] First\n\n## Open\n\n- [x] Clean\n- [ ] Buy\n\n## Done\n\n- [ ] Sleep\n'),
      before,
    )
    assert.equal(columnAt(after, 1).id, columnAt(before, 0).id)
    assert.equal(columnAt(after, 2).id, columnAt(before, 1).id)
    for (const text of ['Buy', 'Clean', 'Sleep']) {
      assert.equal(cardNamed(after, text).id, cardNamed(before, text).id, text)
    }
    assert.equal(idsOf(before).includes(cardNamed(after, 'First').id), false)
  })

  it('takes a card that changed for the one that stood at its place', () => {
    const before = read()
    const after = model.readBoard(
      document('## Open\n\n- [ ] Buy bread\n- [x] Clean\n\n## Done\n\n- [ ] Sleep\n'),
      before,
    )
    assert.equal(cardNamed(after, 'Buy bread').id, cardNamed(before, 'Buy').id)
  })

  it('knows a card again that went to another column', () => {
    const before = read()
    const after = model.readBoard(
      document('## Open\n\n- [ ] Buy\n\n## Done\n\n- [ ] Sleep\n- [x] Clean\n'),
      before,
    )
    assert.equal(cardNamed(after, 'Clean').id, cardNamed(before, 'Clean').id)
    assert.equal(cardNamed(after, 'Sleep').id, cardNamed(before, 'Sleep').id)
  })

  it('takes a column with another title for the one that stood at its place', () => {
    const before = read()
    const after = model.readBoard(
      document('## Later\n\n- [ ] Buy\n- [x] Clean\n\n## Done\n\n- [ ] Sleep\n'),
      before,
    )
    assert.equal(columnAt(after, 0).id, columnAt(before, 0).id)
  })
})

describe('writing a board', () => {
  it('is read as the same board, with the same names', () => {
    const board = read()
    const again = model.readBoard(model.writeBoard(board), board)
    assert.deepEqual(again, board)
  })
})

describe('columns', () => {
  it('are never none', () => {
    let board = read()
    for (const { id } of board) board = model.removeColumn(board, id)
    assert.deepEqual(said(board), [['']])
  })

  it('come last, and go with their cards', () => {
    const more = model.addColumn(read(), 'Later')
    assert.deepEqual(said(more).at(-1), ['Later'])
    assert.deepEqual(said(model.removeColumn(more, columnAt(more, 0).id)), [
      ['Done', 'Sleep'],
      ['Later'],
    ])
  })

  it('get another title and keep their cards; an empty one is none', () => {
    const board = read()
    const { id } = columnAt(board, 0)
    assert.deepEqual(said(model.renameColumn(board, id, 'Now'))[0], ['Now', 'Buy', 'Clean x'])
    const empty = model.renameColumn(board, id, '')
    assert.equal('content' in columnAt(empty, 0).heading, false)
  })

  it('stay the same object when the title is the same', () => {
    const board = read()
    const after = model.renameColumn(board, columnAt(board, 0).id, 'Open')
    assert.equal(columnAt(after, 0), columnAt(board, 0))
  })

  it('move to a place', () => {
    const board = model.addColumn(read(), 'Later')
    const { id } = columnAt(board, 0)
    const titles = (moved: model.Board) => moved.map((column) => model.titleOf(column))
    assert.deepEqual(titles(model.moveColumn(board, id, 2)), ['Done', 'Later', 'Open'])
    assert.deepEqual(titles(model.moveColumn(board, id, 0)), ['Open', 'Done', 'Later'])
    assert.equal(model.moveColumn(board, 'nobody', 0), board)
  })
})

describe('cards', () => {
  it('are added at the end, or at a place', () => {
    const board = read()
    const { id } = columnAt(board, 0)
    const card = model.newCard('Cook')
    assert.deepEqual(said(model.addCard(board, id, card))[0], ['Open', 'Buy', 'Clean x', 'Cook'])
    assert.deepEqual(said(model.addCard(board, id, card, 0))[0], ['Open', 'Cook', 'Buy', 'Clean x'])
  })

  it('may be without a text', () => {
    const card = model.newCard('')
    assert.equal(model.cardText(card), '')
    assert.equal(model.isDone(card), false)
    assert.doesNotThrow(() => model.readBoard(model.writeBoard(model.addCard(read(), 'x', card))))
  })

  it('change and go by their name, and leave the others alone', () => {
    const board = read()
    const { id } = cardNamed(board, 'Buy')
    const ticked = model.updateCard(board, id, (node) => ({ ...node, attrs: { checked: true } }))
    assert.deepEqual(said(ticked)[0], ['Open', 'Buy x', 'Clean x'])
    assert.equal(ticked[1], board[1])
    assert.deepEqual(said(model.removeCard(board, id))[0], ['Open', 'Clean x'])
  })

  it('are found where they are', () => {
    const board = read()
    const { id } = cardNamed(board, 'Clean')
    assert.deepEqual(model.placeOf(board, id), { columnId: columnAt(board, 0).id, index: 1 })
    assert.equal(model.placeOf(board, 'nobody'), undefined)
    assert.equal(model.findCard(board, 'nobody'), undefined)
  })

  it('move within a column and to another', () => {
    const board = read()
    const [open, done] = [columnAt(board, 0).id, columnAt(board, 1).id]
    const { id } = cardNamed(board, 'Buy')
    assert.deepEqual(said(model.moveCard(board, id, { columnId: open, index: 1 }))[0], [
      'Open',
      'Clean x',
      'Buy',
    ])
    assert.deepEqual(said(model.moveCard(board, id, { columnId: done, index: 0 })), [
      ['Open', 'Clean x'],
      ['Done', 'Buy', 'Sleep'],
    ])
  })

  it('stay, as the same board, where the place is theirs or none', () => {
    const board = read()
    const { id } = cardNamed(board, 'Buy')
    const columnId = columnAt(board, 0).id
    assert.equal(model.moveCard(board, id, { columnId, index: 0 }), board)
    assert.equal(model.moveCard(board, id, { columnId: 'nowhere', index: 0 }), board)
    assert.equal(model.moveCard(board, 'nobody', { columnId, index: 0 }), board)
  })
})

describe('where a held card goes', () => {
  const board = read()
  const [open, done] = [columnAt(board, 0).id, columnAt(board, 1).id]
  const id = (text: string) => cardNamed(board, text).id

  it('is nowhere over what is not of the board', () => {
    assert.equal(model.placeOver(board, id('Buy'), 'nobody', false), undefined)
  })

  it('is the end of a column over the room below its cards', () => {
    assert.deepEqual(model.placeOver(board, id('Buy'), done, false), { columnId: done, index: 1 })
    assert.deepEqual(model.placeOver(board, id('Buy'), open, false), { columnId: open, index: 1 })
  })

  it('is the place of a card of its own column', () => {
    const place = { columnId: open, index: 1 }
    assert.deepEqual(model.placeOver(board, id('Buy'), id('Clean'), true), place)
    assert.deepEqual(model.placeOver(board, id('Buy'), id('Clean'), false), place)
  })

  it('is before or after a card of another column, by where it is held', () => {
    assert.deepEqual(model.placeOver(board, id('Buy'), id('Sleep'), false), {
      columnId: done,
      index: 0,
    })
    assert.deepEqual(model.placeOver(board, id('Buy'), id('Sleep'), true), {
      columnId: done,
      index: 1,
    })
  })
})
