import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openEditor } from '../../../../test/support/web/editor.ts'

const pages: [string, string, string][] = [
  ['a list', '- عنصر', 'ul'],
  ['a numbered list', '1. عنصر', 'ol'],
  ['a task list', '- [ ] عنصر', 'ul'],
  ['a quote', '> اقتباس', 'blockquote'],
  ['a callout', '> [!NOTE]\n> نص', '.callout'],
  ['a toggle', '<details>\n<summary>طي</summary>\n\nنص\n\n</details>', '.toggle'],
]

describe('the direction of what contains text', () => {
  for (const [name, markdown, selector] of pages) {
    it(`is that of the text in ${name}`, () => {
      const { view } = openEditor(markdown)
      const container = view.dom.querySelector(selector)
      assert.equal(container?.getAttribute('dir'), 'auto')
      // A block with an attribute of its own does not count for the direction of its container.
      assert.equal(container?.querySelector('p, h1, .toggle-summary')?.hasAttribute('dir'), false)
    })
  }

  it('is that of each paragraph, whatever is around it', () => {
    const { view } = openEditor('Text\n\nنص')
    for (const paragraph of view.dom.querySelectorAll('p'))
      assert.ok(!paragraph.hasAttribute('dir'))
  })

  it('is from left to right in code and formulas', () => {
    const { view } = openEditor('```\na\n```\n\n$x$')
    assert.equal(view.dom.querySelector('pre')?.dir, 'ltr')
    assert.equal(view.dom.querySelector('.source code')?.getAttribute('dir'), 'ltr')
  })

  it('is that of the text in a table', () => {
    const { view } = openEditor('| نص |\n| --- |\n| نص |')
    assert.equal(view.dom.querySelector('table')?.dir, 'auto')
  })

  it('is that of the caption of an image', () => {
    const { view } = openEditor('![نص](/files/1 "شرح")')
    const caption = view.dom.querySelector<HTMLInputElement>('.image-caption input')
    assert.equal(caption?.dir, 'auto')
    assert.equal(caption?.value, 'شرح')
  })
})
