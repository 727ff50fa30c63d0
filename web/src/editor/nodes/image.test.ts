import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NodeSelection } from '@tiptap/pm/state'
import { markdownIn, openEditor, press } from '../../../../test/support/web/editor.ts'

const foreign = '![A chart](https://a.example/b.png)'

describe('an image in the editor', () => {
  it('is shown when it is ours', () => {
    const { view } = openEditor('![Map](/files/1)')
    const image = view.dom.querySelector('img[src="/files/1"]')
    assert.equal(image?.getAttribute('alt'), 'Map')
    assert.equal(view.dom.querySelector('.foreign-image'), null)
  })

  it('is refused when its address could run something', () => {
    const { view } = openEditor('![Map](javascript:alert)')
    assert.equal(view.dom.querySelector('.image-refused')?.textContent, 'Map')
  })

  it('is a link to it when it is on another host, and stays what it is', () => {
    const editor = openEditor(foreign)
    const link = editor.view.dom.querySelector('a.foreign-image')
    assert.equal(link?.getAttribute('href'), 'https://a.example/b.png')
    assert.equal(editor.view.dom.querySelector('img[src]'), null)
    assert.equal(markdownIn(editor), foreign)
    editor.commands.setNodeSelection(1)
    editor.commands.updateAttributes('image', { alt: 'Sales' })
    const changed = editor.view.dom.querySelector<HTMLElement>('a.foreign-image')
    assert.equal(changed?.dataset['alt'], 'Sales')
  })

  it('leaves the link it stands in alone', () => {
    const { view } = openEditor(`[${foreign}](/pages/1)`)
    assert.equal(view.dom.querySelectorAll('a').length, 1)
    assert.ok(view.dom.querySelector('a[href="/pages/1"] .foreign-image'))
  })

  it('goes through the clipboard as an image', () => {
    const editor = openEditor(foreign)
    const { state, view } = editor
    view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, 1)))
    const { dom } = view.serializeForClipboard(view.state.selection.content())
    assert.equal(dom.querySelector('img')?.getAttribute('src'), 'https://a.example/b.png')
    editor.commands.clearContent()
    view.pasteHTML(dom.innerHTML)
    assert.equal(markdownIn(editor), foreign)
  })

  it('is opened by Enter when it is selected', () => {
    const editor = openEditor(foreign)
    let opened = 0
    editor.view.dom.addEventListener('click', (event) => {
      event.preventDefault()
      opened += 1
    })
    editor.commands.setNodeSelection(1)
    press(editor, 'Enter')
    assert.equal(opened, 1)
  })
})
