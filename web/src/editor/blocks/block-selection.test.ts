import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { markdownIn, openEditor, positionOf } from '../../../../test/support/web/editor.ts'
import { blockAround, blocksIn } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'

function selectBlock(editor: Editor, text: string): BlockSelection {
  const { doc, tr } = editor.state
  const range = blockAround(doc.resolve(positionOf(editor, text)))
  assert.ok(range)
  const selection = BlockSelection.of(doc, range)
  editor.view.dispatch(tr.setSelection(selection))
  return selection
}

describe('selected blocks', () => {
  it('are copied as they are, items in a list', () => {
    const editor = openEditor('1. a\n2. b\n\n> c')
    const items = selectBlock(editor, 'b').content()
    assert.equal(items.content.firstChild?.type.name, 'orderedList')
    assert.equal(items.content.firstChild?.childCount, 1)
    assert.equal(selectBlock(editor, 'c').content().content.firstChild?.type.name, 'paragraph')
  })

  it('are selected again by undo', () => {
    const editor = openEditor('a\n\nb')
    const before = selectBlock(editor, 'b')
    editor.commands.deleteSelection()
    assert.equal(markdownIn(editor), 'a')
    editor.commands.undo()
    const { selection } = editor.state
    assert.ok(selection instanceof BlockSelection)
    assert.equal(selection.eq(before), true)
    assert.equal(selection.eq(Selection.atStart(editor.state.doc)), false)
  })

  it('are text again where the blocks are gone', () => {
    const editor = openEditor('a\n\nb')
    const { from, to } = selectBlock(editor, 'b')
    editor.view.dispatch(editor.state.tr.delete(from, to))
    assert.equal(editor.state.selection instanceof BlockSelection, false)
    assert.equal(editor.state.selection.$head.parent.textContent, 'a')
  })

  it('are found from text, from a divider, and from cells', () => {
    const editor = openEditor('a\n\n---\n\n| b |\n| - |\n| c |')
    const { doc } = editor.state
    const [, rule, table] = doc.children
    assert.ok(rule && table)
    editor.commands.setNodeSelection(3)
    assert.deepEqual(blocksIn(editor.state.selection), { from: 3, to: 3 + rule.nodeSize })
    editor.commands.setTextSelection({ from: positionOf(editor, 'b'), to: positionOf(editor, 'c') })
    assert.deepEqual(blocksIn(editor.state.selection), { from: 4, to: 4 + table.nodeSize })
    editor.commands.selectAll()
    assert.deepEqual(blocksIn(editor.state.selection), { from: 0, to: doc.content.size })
  })

  it('are the items between two, and what holds two of different depth', () => {
    const editor = openEditor('- a\n- b\n  - c\n- d')
    const between = (from: string, to: string) => {
      const selected = { from: positionOf(editor, from), to: positionOf(editor, to) }
      editor.commands.setTextSelection(selected)
      const range = blocksIn(editor.state.selection)
      assert.ok(range)
      return editor.state.doc.textBetween(range.from, range.to, ' ')
    }
    assert.equal(between('a', 'b'), 'a b c')
    assert.equal(between('c', 'd'), 'b c d')
    assert.equal(between('b', 'c'), 'b c')
  })

  it('name themselves', () => {
    const editor = openEditor('a')
    assert.deepEqual(selectBlock(editor, 'a').toJSON(), { type: 'blocks', anchor: 0, head: 3 })
  })
})
