import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { findMoves } from '../../../../content/steps/find-moves.ts'
import {
  goBehind,
  markdownIn,
  openEditor,
  positionOf,
} from '../../../../test/support/web/editor.ts'
import { moveByKey } from './block-keys.ts'
import { type BlockRange, blockAround, blocksIn } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'
import { extendSelection, neighbourOf, selectThrough } from './extend-selection.ts'
import { acceptsBlocks, type Direction } from './gaps.ts'
import { duplicateBlocks, moveBlocks, removeBlocks } from './move-blocks.ts'
import { type BlockKind, turnInto } from './turn-into.ts'

function rangeOf(editor: Editor, text: string): BlockRange {
  const range = blockAround(editor.state.doc.resolve(positionOf(editor, text)))
  assert.ok(range)
  return range
}

/** Moves the block with a text to before or behind the block with another. */
function move(markdown: string, text: string, where: 'before' | 'behind', other: string) {
  const editor = openEditor(markdown)
  const { tr } = editor.state
  const target = rangeOf(editor, other)[where === 'before' ? 'from' : 'to']
  const moved = moveBlocks(tr, rangeOf(editor, text), target)
  editor.view.dispatch(tr)
  editor.state.doc.check()
  return { editor, tr, moved, markdown: markdownIn(editor) }
}

function press(markdown: string, text: string, ...directions: Direction[]): string {
  const editor = openEditor(markdown)
  goBehind(editor, text)
  for (const direction of directions) {
    const range = blocksIn(editor.state.selection)
    assert.ok(range)
    moveByKey(editor.view, range, direction)
    editor.state.doc.check()
    const { $head } = editor.state.selection
    assert.ok($head.parent.textContent.includes(text), $head.parent.textContent)
  }
  return markdownIn(editor)
}

describe('a moved block', () => {
  it('stands before or behind another, as one move of a live page', () => {
    const { markdown, tr, moved, editor } = move('a\n\nb\n\nc', 'c', 'before', 'a')
    assert.equal(markdown, 'c\n\na\n\nb')
    assert.deepEqual(moved, { from: 0, to: 3 })
    assert.deepEqual(findMoves(tr.steps, tr.docs), [{ remove: 0, insert: 1 }])
    editor.commands.undo()
    assert.equal(markdownIn(editor), 'a\n\nb\n\nc')
  })

  it('takes what is in an item with it', () => {
    const { markdown, tr } = move('- a\n  - b\n- c', 'a', 'behind', 'c')
    assert.equal(markdown, '- c\n- a\n  - b')
    assert.equal(findMoves(tr.steps, tr.docs).length, 1)
  })

  it('leaves its list as a list of its own', () => {
    const { markdown, tr, moved, editor } = move('1. a\n2. b\n3. c\n\nend', 'b', 'behind', 'end')
    assert.equal(markdown, '1. a\n2. c\n\nend\n\n1. b')
    assert.equal(findMoves(tr.steps, tr.docs).length, 1)
    assert.equal(editor.state.doc.nodeAt(moved?.from ?? 0)?.type.name, 'orderedList')
  })

  it('that was the only item takes its list away', () => {
    assert.equal(move('- a\n\nb\n\n1. c', 'a', 'behind', 'c').markdown, 'b\n\n1. c\n2. a')
    assert.equal(move('- a\n\nb', 'a', 'behind', 'b').markdown, 'b\n\n- a')
  })

  it('goes between two items, which are two lists then', () => {
    assert.equal(move('- a\n- b\n\nc', 'c', 'before', 'b').markdown, '- a\n\nc\n\n- b')
    assert.equal(move('- a\n- b\n\nc', 'c', 'before', 'a').markdown, 'c\n\n- a\n- b')
  })

  it('goes into a callout and out of it, and leaves an empty quote nowhere', () => {
    assert.equal(move('> [!TIP]\n> a\n\nb', 'b', 'before', 'a').markdown, '> [!TIP]\n> b\n>\n> a')
    assert.equal(move('> a\n\nb', 'a', 'behind', 'b').markdown, 'b\n\na')
    assert.match(move('> [!TIP]\n> a\n\nb', 'a', 'behind', 'b').markdown, /^> \[!TIP\]\n.*b\n\na$/s)
  })

  it('does not go into itself', () => {
    const editor = openEditor('- a\n  - b')
    const range = rangeOf(editor, 'a')
    assert.equal(acceptsBlocks(editor.state.doc, range, rangeOf(editor, 'b').from), false)
    assert.equal(moveBlocks(editor.state.tr, range, range.to), undefined)
  })

  it('is a table, whichever cell the cursor is in', () => {
    const editor = openEditor('| a |\n| - |\n| b |\n\nend')
    const { tr } = editor.state
    moveBlocks(tr, rangeOf(editor, 'b'), tr.doc.content.size)
    editor.view.dispatch(tr)
    assert.match(markdownIn(editor), /^end\n\n\| a/)
  })
})

describe('a block that keys move', () => {
  it('goes past text, into a callout and out of it again', () => {
    const markdown = 'a\n\nb\n\n> [!TIP]\n> c'
    assert.equal(press(markdown, 'a', 'down'), 'b\n\na\n\n> [!TIP]\n> c')
    assert.equal(press(markdown, 'a', 'down', 'down'), 'b\n\n> [!TIP]\n> a\n>\n> c')
    assert.equal(press(markdown, 'a', 'down', 'down', 'down', 'down'), 'b\n\n> [!TIP]\n> c\n\na')
    assert.equal(press(markdown, 'a', 'down', 'down', 'up'), 'b\n\na\n\n> [!TIP]\n> c')
  })

  it('goes past a list, and an item through it and into the next', () => {
    assert.equal(press('a\n\n- b\n- c', 'a', 'down'), '- b\n- c\n\na')
    assert.equal(press('- a\n- b\n\nc', 'a', 'down'), '- b\n- a\n\nc')
    assert.equal(press('- a\n- b\n\nc', 'a', 'down', 'down'), '- b\n\nc\n\n- a')
    assert.equal(press('- a\n- b\n\nc', 'a', 'down', 'down', 'up'), '- b\n- a\n\nc')
    assert.equal(press('- a\n  - b\n- c', 'b', 'down'), '- a\n- b\n- c')
  })

  it('stays at the ends of the page', () => {
    assert.equal(press('a\n\nb', 'a', 'up'), 'a\n\nb')
    assert.equal(press('a\n\nb', 'b', 'down'), 'a\n\nb')
  })
})

describe('several selected blocks', () => {
  const selected = (editor: Editor) => {
    const { from, to } = editor.state.selection
    return editor.state.doc.textBetween(from, to, ' ')
  }

  it('grow and shrink at their head, and take what holds them last', () => {
    const editor = openEditor('a\n\nb\n\n> c')
    const { doc } = editor.state
    const steps: string[] = []
    let selection = BlockSelection.of(doc, rangeOf(editor, 'b'))
    for (const direction of ['down', 'up', 'up', 'down'] as const) {
      selection = extendSelection(doc, selection, direction) ?? selection
      editor.view.dispatch(editor.state.tr.setSelection(selection))
      steps.push(selected(editor))
    }
    assert.deepEqual(steps, ['b c', 'b', 'a b', 'b'])
    const inQuote = BlockSelection.of(doc, rangeOf(editor, 'c'))
    assert.equal(neighbourOf(doc, inQuote, 'up')?.from, rangeOf(editor, 'c').from - 1)
  })

  it('reach from one to another wherever they stand', () => {
    const editor = openEditor('a\n\n- b\n- c\n\nd')
    goBehind(editor, 'c')
    const through = selectThrough(editor.state, rangeOf(editor, 'a'))
    assert.ok(through)
    editor.view.dispatch(editor.state.tr.setSelection(through))
    assert.equal(selected(editor), 'a b c')
    assert.equal(through.isBackwards, true)
  })

  it('are moved, duplicated and deleted as one', () => {
    const editor = openEditor('a\n\nb\n\nc')
    const two = { from: 0, to: rangeOf(editor, 'b').to }
    editor.view.dispatch(editor.state.tr.setSelection(BlockSelection.of(editor.state.doc, two)))
    moveByKey(editor.view, two, 'down')
    assert.equal(markdownIn(editor), 'c\n\na\n\nb')
    assert.ok(editor.state.selection instanceof BlockSelection)
    const { tr } = editor.state
    duplicateBlocks(tr, editor.state.selection)
    editor.view.dispatch(tr)
    assert.equal(markdownIn(editor), 'c\n\na\n\nb\n\na\n\nb')
    editor.commands.deleteSelection()
    assert.equal(markdownIn(editor), 'c\n\na\n\nb')
  })

  it('leave an empty paragraph in a page, and no empty list', () => {
    const editor = openEditor('> - a')
    const { tr } = editor.state
    removeBlocks(tr, rangeOf(editor, 'a'))
    editor.view.dispatch(tr)
    editor.state.doc.check()
    assert.equal(markdownIn(editor), '')
  })

  it('stay selected while others write', () => {
    const editor = openEditor('a\n\nb')
    const range = rangeOf(editor, 'b')
    editor.view.dispatch(editor.state.tr.setSelection(BlockSelection.of(editor.state.doc, range)))
    editor.view.dispatch(editor.state.tr.insertText('new ', 1))
    const { selection } = editor.state
    assert.ok(selection instanceof BlockSelection)
    assert.deepEqual([selection.from, selection.to], [range.from + 4, range.to + 4])
  })
})

describe('a block that becomes another', () => {
  const turn = (markdown: string, text: string, kind: BlockKind) => {
    const editor = openEditor(markdown)
    assert.equal(turnInto(editor, rangeOf(editor, text), kind), true)
    editor.state.doc.check()
    const turned = markdownIn(editor)
    editor.commands.undo()
    assert.equal(markdownIn(editor), markdown)
    return turned
  }

  it('has its text from each kind to each other', () => {
    assert.equal(turn('a', 'a', 'heading2'), '## a')
    assert.equal(turn('## a', 'a', 'paragraph'), 'a')
    assert.equal(turn('a', 'a', 'bulletList'), '- a')
    assert.equal(turn('# a', 'a', 'orderedList'), '1. a')
    assert.equal(turn('a', 'a', 'taskList'), '- [ ] a')
    assert.equal(turn('a', 'a', 'codeBlock'), '```\na\n```')
    assert.equal(turn('a', 'a', 'blockquote'), '> a')
    assert.equal(turn('a', 'a', 'callout'), '> [!NOTE]\n> a')
  })

  it('is the summary of a toggle, with what follows inside it', () => {
    assert.equal(
      turn('One', 'One', 'details').replaceAll(/\n+/g, ' '),
      '<details open> <summary>One</summary> </details>',
    )
  })

  it('comes out of its list or quote', () => {
    assert.equal(turn('- a\n- b', 'b', 'paragraph'), '- a\n\nb')
    assert.equal(turn('- a\n- b', 'b', 'taskList'), '- a\n\n* [ ] b')
    assert.equal(turn('- a\n  - b', 'b', 'heading1'), '- a\n\n# b')
  })
})
