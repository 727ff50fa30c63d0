import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Draggable } from '@dnd-kit/dom'
import { pageOf } from '../../../test/support/web/editor.ts'
import { moveCard, readBoard } from './board-model.ts'
import { announce } from './drag-announcements.ts'

const board = readBoard(pageOf('## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Zero\n'))
const [todo, done] = board
const one = todo?.cards[0]?.id ?? ''
/** As the library names what is moved. */
const moving = (id: string, type: 'card' | 'column') => {
  // SAFETY: no more of it is read.
  const source = { id, type } as Draggable
  return { operation: { source }, canceled: false }
}

describe('announcements of dragging on a board', () => {
  const words = announce(() => board)

  it('say nothing while nothing is dragged', () => {
    const nothing = { operation: { source: null }, canceled: false }
    for (const say of [words.dragstart, words.dragover, words.dragend]) {
      assert.equal(say(nothing), undefined)
    }
  })

  it('name a card and the keys that move it', () => {
    assert.match(
      words.dragstart(moving(one, 'card')) ?? '',
      /^Picked up card One\. Press the arrow keys/,
    )
    assert.equal(words.dragover(moving(one, 'card')), undefined)
  })

  it('give the position of a card while it is dragged and when it is dropped', () => {
    const moved = moveCard(board, one, { columnId: done?.id ?? '', index: 1 })
    const after = announce(() => moved)
    assert.equal(after.dragover(moving(one, 'card')), 'Position 2 of 2 in Done.')
    const dropped = 'Dropped card One at position 2 of 2 in Done.'
    assert.equal(after.dragend(moving(one, 'card')), dropped)
  })

  it('say that a card is back where it was when dragging is cancelled', () => {
    const given = { ...moving(one, 'card'), canceled: true }
    assert.equal(words.dragend(given), 'Cancelled. Card One is back where it was.')
  })

  it('name a column', () => {
    const id = todo?.id ?? ''
    assert.equal(words.dragend(moving(id, 'column')), 'Dropped column To do.')
  })
})
