import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { markdownIn, openEditor, pageOf } from '../../../../../../test/support/web/editor.ts'
import { blocksOf } from '../read-clipboard.ts'
import { putBlocks } from './put-blocks.ts'

/** Opens a page with the cursor at `|`, or with what is between two of them selected. */
function openAt(markdown: string): Editor {
  const editor = openEditor(markdown)
  const found: number[] = []
  editor.state.doc.descendants((node, position) => {
    for (const match of node.isText ? (node.text ?? '').matchAll(/¦/g) : []) {
      found.push(position + match.index)
    }
  })
  const { tr } = editor.state
  for (const position of found.toReversed()) tr.delete(position, position + 1)
  const [from = 0, to = from + 1] = found
  tr.setSelection(TextSelection.create(tr.doc, from, to - 1))
  editor.view.dispatch(tr.setMeta('addToHistory', false))
  return editor
}

function put(into: string, markdown: string): string {
  const editor = openAt(into)
  const before = editor.state.doc
  const { content } = pageOf(markdown)
  editor.view.dispatch(putBlocks(editor.state, blocksOf(editor.schema, content)))
  editor.state.doc.check()
  editor.commands.insertContent('^')
  const after = markdownIn(editor).replace(/\\\^/g, '^')
  editor.commands.undo()
  editor.commands.undo()
  assert.ok(editor.state.doc.eq(before), 'undone')
  editor.destroy()
  return after
}

const cases: readonly [what: string, into: string, pasted: string, expected: string][] = [
  ['a line goes on in the text', 'One ¦three', 'two', 'One two^three'],
  ['a heading goes on in the text', 'One ¦three', '# two', 'One two^three'],
  ['a line replaces what is selected', 'One ¦two¦ three', '**2**', 'One **2^** three'],
  ['paragraphs join the text on both sides', 'a¦b', 'c\n\nd', 'ac\n\nd^b'],
  ['a list stands behind the text', 'a¦', '- b\n- c', 'a\n\n- b\n- c^'],
  ['a list parts the text', 'a¦b', '- c', 'a\n\n- c^\n\nb'],
  ['blocks stand before a paragraph that begins there', '¦a', '# b\n\n- c', '# b\n\n- c^\n\na'],
  ['a heading is a line of a heading', '# a¦', 'b', '# ab^'],
  ['text behind a heading is text', '# a¦', 'b\n\nc', '# ab\n\nc^'],
  ['the rest of a parted heading is text', '# a¦b', '- c', '# a\n\n- c^\n\nb'],
  ['code takes the letters', '```\na¦\n```', '**b**\n\nc', '```\nab\nc^\n```'],
  ['items join a list', '- a¦\n- d', '- b\n- c', '- a\n- b\n- c^\n- d'],
  ['items of an empty item take its place', '- a\n- ¦x¦', '- b\n- c', '- a\n- b\n- c^'],
  ['lines become items', '- a¦', 'b\n\nc', '- ab\n- c^'],
  ['bullets in a list of tasks are tasks', '- [x] a¦', '- b', '- [x] a\n- [ ] b^'],
  ['tasks in a list of bullets are bullets', '- a¦', '- [x] b', '- a\n- b^'],
  ['numbers go on counting', '3. a¦', '1. b\n2. c', '3. a\n4. b\n5. c^'],
  ['other blocks stand in the item', '- a¦', '```\nb\n```', '- a\n  ```\n  b^\n  ```'],
  [
    'lines in a cell are lines of it',
    '| a |\n| - |\n| b¦ |',
    'c\n\nd',
    '| a |\n| - |\n| bc<br>d^ |',
  ],
  ['a quote takes blocks', '> a¦', '- b', '> a\n>\n> - b^'],
  ['a callout takes blocks', '> [!TIP]\n> a¦', 'b\n\nc', '> [!TIP]\n> ab\n>\n> c^'],
]

describe('pasting blocks', () => {
  for (const [what, into, pasted, expected] of cases) {
    it(what, () => assert.equal(put(into, pasted), expected))
  }

  it('into the title of a toggle puts the blocks below it', () => {
    const toggle = '<details>\n<summary>a¦</summary>\n\nb\n\n</details>'
    assert.equal(put(toggle, 'c'), '<details>\n<summary>ac^</summary>\n\nb\n\n</details>')
    assert.equal(
      put(toggle, 'c\n\n- d'),
      '<details>\n<summary>ac</summary>\n\n- d^\n\nb\n\n</details>',
    )
  })

  it('fills the cells of a table from the one with the cursor, and adds what is missing', () => {
    const editor = openAt('| a | b |\n| - | -: |\n| c | ¦d |')
    const { content } = pageOf('| 1 | 2 |\n| - | - |\n| 3 | 4 |')
    editor.view.dispatch(putBlocks(editor.state, blocksOf(editor.schema, content)))
    const expected = '| a | b | |\n| - | -: | - |\n| c | 1 | 2 |\n| | 3 | 4 |'
    assert.equal(markdownIn(editor), expected)
  })

  it('takes the place of an empty paragraph', () => {
    const editor = openEditor('')
    const { content } = pageOf('## a\n\n| b |\n| - |\n| c |')
    editor.view.dispatch(putBlocks(editor.state, blocksOf(editor.schema, content)))
    assert.equal(markdownIn(editor), '## a\n\n| b |\n| - |\n| c |')
  })
})
