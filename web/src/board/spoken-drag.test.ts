import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Draggable } from '@dnd-kit/dom'
import { pageOf } from '../../../test/support/web/editor.ts'
import { moveCard, readBoard } from './board-model.ts'
import { announce } from './spoken-drag.ts'

const board = readBoard(pageOf('## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Zero\n'))
const [todo, done] = board
const one = todo?.cards[0]?.id ?? ''
/** As the library names what is moved. */
const moving = (id: string, type: 'card' | 'column') => {
  // SAFETY: no more of it is read.
  const source = { id, type } as Draggable
  return { operation: { source }, canceled: false }
}

describe('what a screen reader says of dragging on a board', () => {
  const words = announce(() => board)

  it('is nothing while nothing is moved', () => {
    const nothing = { operation: { source: null }, canceled: false }
    for (const say of [words.dragstart, words.dragover, words.dragend]) {
      assert.equal(say(nothing), undefined)
    }
  })

  it('is the name of a card, and how it is moved', () => {
    assert.match(words.dragstart(moving(one, 'card')) ?? '', /^Card One held\. Arrow keys/)
    assert.equal(words.dragover(moving(one, 'card')), undefined)
  })

  it('is the place a card would have, and has then', () => {
    const moved = moveCard(board, one, { columnId: done?.id ?? '', index: 1 })
    const after = announce(() => moved)
    assert.equal(after.dragover(moving(one, 'card')), 'Place 2 of 2 in Done.')
    assert.equal(after.dragend(moving(one, 'card')), 'Card One let go. Place 2 of 2 in Done.')
  })

  it('is that a card is where it was, when the person thought better of it', () => {
    const given = { ...moving(one, 'card'), canceled: true }
    assert.equal(words.dragend(given), 'Card One is where it was.')
  })

  it('is the name of a column', () => {
    const id = todo?.id ?? ''
    assert.equal(words.dragend(moving(id, 'column')), 'Column To do let go.')
  })
})
