import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { openEditor, positionOf } from '../../../test/support/web/editor.ts'
import { moveCaret } from './firefox-caret.ts'

const page = 'Before.\n\n```\ncode\n```\n\n- [ ] one\n- [ ] two\n\nAfter.\n\nLast.'

/** An editor whose lines are one letter high, as nothing is laid out here. */
function open(): Editor {
  const editor = openEditor(page)
  editor.view.endOfTextblock = () => true
  editor.view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 })
  editor.view.posAtCoords = () => null
  return editor
}

function press(editor: Editor, at: number, key: string, more: KeyboardEventInit = {}) {
  editor.commands.setTextSelection(at)
  const isMoved = moveCaret(editor.view, new KeyboardEvent('keydown', { key, ...more }))
  const { from, to } = editor.state.selection
  return { isMoved, from, to }
}

describe('the caret in Firefox', () => {
  it('is left to the browser between paragraphs, within a text, and with other keys', () => {
    const editor = open()
    const after = positionOf(editor, 'After.')
    assert.equal(press(editor, after + 6, 'ArrowDown').isMoved, false)
    assert.equal(press(editor, positionOf(editor, 'code') + 1, 'ArrowLeft').isMoved, false)
    assert.equal(press(editor, positionOf(editor, 'code'), 'a').isMoved, false)
    const withCtrl = { ctrlKey: true }
    assert.equal(press(editor, positionOf(editor, 'code'), 'ArrowUp', withCtrl).isMoved, false)
    assert.equal(
      press(editor, positionOf(editor, 'code') + 1, 'ArrowLeft', withCtrl).isMoved,
      false,
    )
  })

  it('leaves code to both sides', () => {
    const editor = open()
    const code = positionOf(editor, 'code')
    assert.equal(press(editor, code, 'ArrowLeft').from, positionOf(editor, 'Before.') + 7)
    assert.equal(press(editor, code + 4, 'ArrowRight').from, positionOf(editor, 'one'))
  })

  it('leaves code by words too', () => {
    const editor = open()
    const { from } = press(editor, positionOf(editor, 'code'), 'ArrowLeft', { ctrlKey: true })
    assert.equal(from, positionOf(editor, 'Before.') + 7)
  })

  it('selects from the start of code backwards, and none of the code', () => {
    const editor = open()
    const code = positionOf(editor, 'code')
    const { from, to } = press(editor, code, 'ArrowLeft', { shiftKey: true })
    assert.deepEqual([from, to], [positionOf(editor, 'Before.') + 7, code])
  })

  it('passes no list, and goes through it item by item', () => {
    const editor = open()
    const one = positionOf(editor, 'one')
    const two = positionOf(editor, 'two')
    assert.equal(press(editor, positionOf(editor, 'code') + 4, 'ArrowDown').from, one)
    assert.equal(press(editor, one, 'ArrowDown').from, two)
    assert.equal(press(editor, two, 'ArrowDown').from, positionOf(editor, 'After.'))
    assert.equal(press(editor, positionOf(editor, 'After.'), 'ArrowUp').from, two + 3)
  })

  it('goes into a table by its first row, and out of it by its last', () => {
    const editor = openEditor('Before.\n\n| a | b |\n| - | - |\n| c | d |\n\nAfter.')
    editor.view.endOfTextblock = () => true
    editor.view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 })
    editor.view.posAtCoords = () => null
    assert.equal(
      press(editor, positionOf(editor, 'Before.'), 'ArrowDown').from,
      positionOf(editor, 'a'),
    )
    assert.equal(press(editor, positionOf(editor, 'a'), 'ArrowDown').isMoved, false)
    assert.equal(
      press(editor, positionOf(editor, 'c'), 'ArrowDown').from,
      positionOf(editor, 'After.'),
    )
  })
})
