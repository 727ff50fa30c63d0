import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  goBehind,
  markdownIn,
  openEditor,
  positionOf,
  press,
  type,
} from '../../../../../test/support/web/editor.ts'
import { turnIntoToggle } from './commands.ts'

const toggle = '<details>\n<summary>Why</summary>\n\nBecause\n\n</details>'

describe('a toggle in the editor', () => {
  it('is made of what is typed, with the text behind it', () => {
    const editor = openEditor('Question')
    editor.commands.setTextSelection(1)
    type(editor, '>>> ')
    assert.equal(markdownIn(editor), '<details>\n<summary>Question</summary>\n\n</details>')
  })

  it('is not made where no block can stand in place of the paragraph', () => {
    const editor = openEditor('- Item')
    goBehind(editor, 'Item')
    assert.equal(turnIntoToggle(editor.state, editor.view.dispatch), false)
  })

  it('opens for the reader without a change of the page, and by its attribute', () => {
    const editor = openEditor(toggle)
    const dom = editor.view.dom.querySelector('.toggle')
    const button = dom?.querySelector('button')
    assert.equal(button?.getAttribute('aria-expanded'), 'false')
    button?.click()
    assert.ok(dom?.classList.contains('is-open'))
    assert.equal(markdownIn(editor), toggle)
    editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'open', true))
    editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'open', false))
    assert.equal(button?.getAttribute('aria-expanded'), 'false')
  })

  it('opens around a cursor that comes from elsewhere, and sends the cursor out when it closes', () => {
    const editor = openEditor(toggle)
    goBehind(editor, 'Because')
    const dom = editor.view.dom.querySelector('.toggle')
    assert.ok(dom?.classList.contains('is-open'))
    dom?.querySelector('button')?.click()
    assert.equal(editor.state.selection.$from.parent.type.name, 'detailsSummary')
  })

  it('takes what stands behind the cursor into its content by Enter', () => {
    const editor = openEditor(toggle)
    editor.commands.setTextSelection(positionOf(editor, 'Why') + 1)
    press(editor, 'Enter')
    type(editor, '!')
    assert.equal(
      markdownIn(editor),
      '<details>\n<summary>W</summary>\n\n!hy\n\nBecause\n\n</details>',
    )
  })

  it('is left by Enter in an empty last paragraph', () => {
    const editor = openEditor(toggle)
    goBehind(editor, 'Because')
    press(editor, 'Enter')
    press(editor, 'Enter')
    type(editor, 'Below')
    assert.equal(markdownIn(editor), `${toggle}\n\nBelow`)
  })

  it('is put away by Backspace at its start, and entered again from its content', () => {
    const editor = openEditor(toggle)
    editor.commands.setTextSelection(positionOf(editor, 'Because'))
    press(editor, 'Backspace')
    assert.equal(editor.state.selection.$from.parent.textContent, 'Why')
    editor.commands.setTextSelection(positionOf(editor, 'Why'))
    press(editor, 'Backspace')
    assert.equal(markdownIn(editor), 'Why\n\nBecause')
  })

  it('reaches the page by the clipboard as the element that HTML has for it', () => {
    const editor = openEditor(toggle)
    editor.commands.setNodeSelection(0)
    const { dom } = editor.view.serializeForClipboard(editor.state.selection.content())
    assert.ok(dom.querySelector('details > summary'))
    const other = openEditor('')
    other.view.pasteHTML(dom.innerHTML)
    assert.equal(markdownIn(other), toggle)
  })

  it('is made of a heading too, and the cursor stays where it was', () => {
    const editor = openEditor('## Question\n\nText')
    goBehind(editor, 'Que')
    assert.ok(turnIntoToggle(editor.state, editor.view.dispatch))
    const { $from } = editor.state.selection
    assert.equal($from.parent.type.name, 'detailsSummary')
    assert.equal($from.parentOffset, 3)
  })

  it('is not left by Backspace elsewhere in its summary', () => {
    const editor = openEditor(toggle)
    goBehind(editor, 'Wh')
    press(editor, 'Backspace')
    assert.equal(editor.view.dom.querySelectorAll('.toggle').length, 1)
    assert.ok(editor.view.dom.querySelector('.toggle-summary'))
    assert.equal(editor.state.doc.firstChild?.type.name, 'details')
  })
})
