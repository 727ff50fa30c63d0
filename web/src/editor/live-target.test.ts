import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { goBehind, openEditor } from '../../../test/support/web/editor.ts'
import { liveTarget } from './live-target.ts'

describe('the editor of a live page', () => {
  it('has the cursor where the browser moved it, before it shows what others wrote', () => {
    const editor = openEditor('One word.')
    goBehind(editor, 'word.')
    editor.view.focus()
    const text = editor.view.dom.querySelector('p')?.firstChild
    assert.ok(text)
    const target = liveTarget(editor)
    // The event of the browser is still to come.
    const wait = (event: Event) => event.stopImmediatePropagation()
    document.addEventListener('selectionchange', wait, { capture: true, once: true })
    document.getSelection()?.collapse(text, 3)
    target.readSelection?.()
    target.dispatch(target.state.tr.insertText('Others: ', 1))
    assert.equal(target.state.selection.head, 12)
    assert.equal(target.state.doc.textContent, 'Others: One word.')
  })
})
