import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  goBehind,
  markdownIn,
  openEditor,
  press,
  type,
} from '../../../../test/support/web/editor.ts'
import { lateProps } from '../late-props.ts'
import { installBlockKeys } from './block-keys.ts'
import type { BlockRange } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'

function open(markdown: string, behind: string) {
  const editor = openEditor(markdown, lateProps)
  const said: string[] = []
  const remove = installBlockKeys(editor, {
    openMenu: ({ from }) => said.push(`menu at ${from}`),
    announceMove: (range: BlockRange | undefined, direction) =>
      said.push(range === undefined ? `no way ${direction}` : `${direction} to ${range.from}`),
  })
  goBehind(editor, behind)
  const selected = () =>
    [...editor.view.dom.querySelectorAll('.selected-block')].map(({ textContent }) => textContent)
  return { editor, said, selected, remove }
}

describe('the keys of blocks', () => {
  it('move the block with the cursor, and say where it is', () => {
    const { editor, said } = open('a\n\nb', 'a')
    assert.equal(press(editor, 'ArrowDown', { altKey: true }), true)
    assert.equal(markdownIn(editor), 'b\n\na')
    press(editor, 'ArrowDown', { altKey: true, shiftKey: true })
    press(editor, 'ArrowUp', { altKey: true, shiftKey: true })
    assert.deepEqual(said, ['down to 3', 'no way down', 'up to 0'])
    type(editor, '!')
    assert.equal(markdownIn(editor), 'a!\n\nb')
  })

  it('open the menu of the block', () => {
    const { editor, said } = open('a\n\nb', 'b')
    assert.equal(press(editor, '.', { ctrlKey: true }), true)
    assert.equal(press(editor, 'F10', { shiftKey: true }), true)
    assert.equal(press(editor, 'F10'), false)
    assert.deepEqual(said, ['menu at 3', 'menu at 3'])
  })

  it('select blocks one by one, and go back to the text', () => {
    const { editor, selected } = open('a\n\nb\n\nc', 'b')
    press(editor, 'Escape')
    assert.deepEqual(selected(), ['b'])
    press(editor, 'ArrowUp')
    press(editor, 'ArrowDown', { shiftKey: true })
    assert.deepEqual(selected(), ['a', 'b'])
    press(editor, 'Enter')
    assert.equal(editor.state.selection instanceof BlockSelection, false)
    assert.deepEqual(selected(), [])
    type(editor, '!')
    assert.equal(markdownIn(editor), 'a\n\nb!\n\nc')
  })

  it('select the page as text first, and as blocks then', () => {
    const { editor, selected } = open('a\n\nb', 'a')
    editor.commands.selectAll()
    assert.equal(press(editor, 'a', { ctrlKey: true }), true)
    assert.deepEqual(selected(), ['a', 'b'])
  })

  it('write behind selected blocks rather than over them', () => {
    const { editor } = open('a\n\nb', 'a')
    press(editor, 'Escape')
    type(editor, '!')
    assert.equal(markdownIn(editor), 'a!\n\nb')
  })

  it('delete and duplicate the selected blocks', () => {
    const { editor, selected } = open('a\n\nb', 'a')
    press(editor, 'd', { ctrlKey: true })
    assert.deepEqual(selected(), ['a'])
    assert.equal(markdownIn(editor), 'a\n\na\n\nb')
    editor.commands.deleteSelection()
    assert.equal(markdownIn(editor), 'a\n\nb')
  })

  it('are gone with what installed them', () => {
    const { editor, remove } = open('a\n\nb', 'a')
    remove()
    press(editor, 'ArrowDown', { altKey: true })
    assert.equal(markdownIn(editor), 'a\n\nb')
  })
})
