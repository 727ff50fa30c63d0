import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { boardOf } from '../../../content/board.ts'
import { schema } from '../../../content/schema.ts'
import { boards } from '../../../test/fixtures/content/arbitrary-document.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { normal } from '../pages/saving/same-document.ts'
import * as model from './board-model.ts'
import type { Board } from './board-model.ts'

const plan = '## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Zero\n'
const read = (markdown: string, before?: Board) => model.readBoard(pageOf(markdown), before)

/** The board in short: its columns with their cards. */
function words(board: Board): string {
  return board
    .map((column) => `${model.titleOf(column)}: ${column.cards.map(model.cardText).join(' ')}`)
    .join(' | ')
}

/** The names of what the board in short is made of. */
function idOf(board: Board, text: string): string {
  const card = board.flatMap(({ cards }) => cards).find((one) => model.cardText(one) === text)
  const id = card?.id ?? board.find((column) => model.titleOf(column) === text)?.id
  assert.ok(id !== undefined, text)
  return id
}

describe('a board read from a page', () => {
  it('is written as the same page', () => {
    fc.assert(
      fc.property(boards, ({ content }) => {
        const page = normal({ type: 'doc', content })
        assert.deepEqual(normal(model.writeBoard(model.readBoard(page))), page)
      }),
      { numRuns: 50 },
    )
  })

  it('takes a page of headings and lists for a board', () => {
    assert.equal(words(read(plan)), 'To do: One Two | Done: Zero')
    assert.deepEqual(model.writeBoard(read(plan)), boardOf(pageOf(plan)))
  })

  it('keeps the names of cards that moved or changed when it is read again', () => {
    const before = read(plan)
    const after = read('## To do\n\n- [ ] Two\n\n## Done\n\n- [x] Zero\n- [ ] One\n', before)
    for (const text of ['One', 'Two', 'Zero', 'To do', 'Done']) {
      assert.equal(idOf(after, text), idOf(before, text), text)
    }
    const changed = read(plan.replace('Zero', 'Nought'), before)
    assert.equal(idOf(changed, 'Nought'), idOf(before, 'Zero'))
  })

  it('never gives one name twice', () => {
    const before = read('## A\n\n- [ ] Same\n- [ ] Same\n')
    const after = read('## A\n\n- [ ] Same\n- [ ] Same\n- [ ] Same\n\n## A\n\n- [ ] Same\n', before)
    const ids = after.flatMap(({ id, cards }) => [id, ...cards.map((card) => card.id)])
    assert.equal(new Set(ids).size, ids.length)
  })
})

describe('columns of a board', () => {
  it('are added, named and moved', () => {
    let board = model.addColumn(read(plan), 'Later')
    board = model.renameColumn(board, idOf(board, 'Done'), 'Ready')
    assert.equal(words(board), 'To do: One Two | Ready: Zero | Later: ')
    board = model.moveColumn(board, idOf(board, 'Later'), 0)
    assert.equal(words(board), 'Later:  | To do: One Two | Ready: Zero')
    assert.equal(model.moveColumn(board, 'nobody', 0), board)
  })

  it('keep their heading as it is when the name stays', () => {
    const board = read('## **To** do\n\n- [ ] One\n')
    const same = model.renameColumn(board, board[0]?.id ?? '', 'To do')
    assert.deepEqual(model.writeBoard(same), model.writeBoard(board))
  })

  it('are never none', () => {
    let board = read(plan)
    for (const { id } of board) board = model.removeColumn(board, id)
    assert.equal(words(board), ': ')
    schema.nodeFromJSON(model.writeBoard(board)).check()
  })
})

describe('cards of a board', () => {
  it('are added, changed and removed', () => {
    let board = read(plan)
    board = model.addCard(board, idOf(board, 'Done'), model.newCard('New'))
    const tick = (node: object) => ({ type: 'kanbanCard', ...node, attrs: { checked: true } })
    board = model.updateCard(board, idOf(board, 'New'), tick)
    const created = model.findCard(board, idOf(board, 'New'))
    assert.ok(created !== undefined && model.isDone(created))
    assert.equal(model.columnTitleOf(board, created.id), 'Done')
    board = model.removeCard(board, created.id)
    assert.equal(words(board), words(read(plan)))
    assert.equal(model.columnTitleOf(board, created.id), '')
  })

  it('may be empty', () => {
    const empty = read(plan)
    const board = model.addCard(empty, idOf(empty, 'Done'), model.newCard(''))
    schema.nodeFromJSON(model.writeBoard(board)).check()
  })

  it('move within a column and to another one', () => {
    const board = read(plan)
    const [todo, done] = [idOf(board, 'To do'), idOf(board, 'Done')]
    const move = (id: string, columnId: string, index: number) =>
      words(model.moveCard(board, id, { columnId, index }))
    assert.equal(move(idOf(board, 'One'), todo, 1), 'To do: Two One | Done: Zero')
    assert.equal(move(idOf(board, 'One'), done, 0), 'To do: Two | Done: One Zero')
    assert.equal(move(idOf(board, 'One'), done, 9), 'To do: Two | Done: Zero One')
    assert.equal(move(idOf(board, 'One'), 'nowhere', 0), words(board))
    assert.equal(model.moveCard(board, idOf(board, 'One'), { columnId: todo, index: 0 }), board)
  })

  it('go before or behind the card that they are held over, or to the end of a column', () => {
    const board = read(plan)
    const over = (card: string, target: string, isBelow: boolean) => {
      const id = idOf(board, card)
      const position = model.dropPositionOver(board, id, idOf(board, target), isBelow)
      return position === undefined ? '' : words(model.moveCard(board, id, position))
    }
    assert.equal(over('One', 'Zero', false), 'To do: Two | Done: One Zero')
    assert.equal(over('One', 'Zero', true), 'To do: Two | Done: Zero One')
    assert.equal(over('One', 'Two', false), 'To do: Two One | Done: Zero')
    assert.equal(over('One', 'Done', false), 'To do: Two | Done: Zero One')
    assert.equal(over('One', 'To do', false), 'To do: Two One | Done: Zero')
    assert.equal(model.dropPositionOver(board, idOf(board, 'One'), 'nothing', true), undefined)
  })

  it('are never lost nor doubled by any moves', () => {
    const moves = fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(6)), { maxLength: 12 })
    fc.assert(
      fc.property(boards, moves, ({ content }, steps) => {
        let board = model.readBoard({ type: 'doc', content })
        const before = board.flatMap(({ cards }) => cards.map(({ id }) => id)).sort()
        for (const [card, column, index] of steps) {
          const id = before[card]
          const columnId = board[column]?.id
          if (id !== undefined && columnId !== undefined) {
            board = model.moveCard(board, id, { columnId, index })
          }
        }
        const after = board.flatMap(({ cards }) => cards.map(({ id }) => id)).sort()
        assert.deepEqual(after, before)
        schema.nodeFromJSON(model.writeBoard(board)).check()
      }),
      { numRuns: 50 },
    )
  })
})
