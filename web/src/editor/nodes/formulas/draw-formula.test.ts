import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openEditor, press } from '../../../../../test/support/web/editor.ts'

describe('the source of a formula', () => {
  function open(markdown: string, type: string) {
    const editor = openEditor(markdown)
    editor.state.doc.descendants((node, position) => {
      if (node.type.name === type) editor.commands.setNodeSelection(position)
    })
    press(editor, 'Enter')
    return { editor, field: editor.view.dom.querySelector('textarea') }
  }

  it('is opened by Enter and named, inline on one line', () => {
    const { field } = open('Text $a^2$', 'inlineMath')
    assert.equal(field?.value, 'a^2')
    assert.equal(field?.getAttribute('aria-label'), 'Formula')
    assert.equal(field?.dir, 'ltr')
  })

  it('has every line of it in a block', () => {
    const { field } = open('$$\na\nb\n$$', 'blockMath')
    assert.equal(field?.value, 'a\nb')
    assert.equal(field?.placeholder, 'E = mc^2')
  })

  it('is opened by one click, and hides what is drawn until it closes', () => {
    const editor = openEditor('Text $a^2$')
    const formula = editor.view.dom.querySelector<HTMLElement>('.source-latex')
    formula?.click()
    const field = formula?.querySelector('textarea')
    assert.ok(field)
    assert.ok(formula?.classList.contains('is-open'))
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    assert.ok(!formula?.classList.contains('is-open'))
    assert.equal(formula?.querySelector('textarea'), null)
  })

  it('is described to those who do not see it', () => {
    const editor = openEditor('Text $a^2$')
    const formula = editor.view.dom.querySelector('.source-latex')
    assert.equal(formula?.getAttribute('aria-label'), 'Formula: a^2')
  })

  it('of raw HTML is opened by two clicks only', () => {
    const editor = openEditor('Text <b>x')
    const html = editor.view.dom.querySelector<HTMLElement>('.source-html')
    html?.click()
    assert.equal(html?.querySelector('textarea'), null)
    html?.dispatchEvent(new Event('dblclick'))
    assert.ok(html?.querySelector('textarea'))
  })
})
