import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageAnchors } from '../../../../content/links/anchors.ts'
import { openEditor, pageOf } from '../../../../test/support/web/editor.ts'
import { anchorPositions } from './anchor-positions.ts'
import { goToAnchor } from './go-to-anchor.ts'

const markdown = [
  '# Plan',
  'Text <a id="abc"></a>here.',
  '## Next *steps*!',
  '> ## Next steps',
  '<details>\n<summary>More</summary>\n\n## Größe 2\n\n</details>',
  '# Plan',
].join('\n\n')

describe('the places that links lead to', () => {
  it('are those that the server knows', () => {
    const { state } = openEditor(markdown)
    const anchors = pageAnchors(pageOf(markdown)).map(({ anchor }) => anchor)
    assert.deepEqual([...anchorPositions(state.doc).keys()], anchors)
    assert.ok(anchors.includes('plan-1') && anchors.includes('abc') && anchors.includes('größe-2'))
  })

  it('are scrolled to, in an opened toggle where they are in one', (t) => {
    const went: string[] = []
    t.mock.method(HTMLElement.prototype, 'scrollIntoView', function go(this: HTMLElement) {
      went.push(`${this.tagName} ${this.textContent}`)
    })
    const editor = openEditor(markdown)
    assert.equal(goToAnchor(editor, '#next-steps-1'), true)
    assert.equal(goToAnchor(editor, '#abc'), true)
    assert.equal(goToAnchor(editor, `#${encodeURIComponent('größe-2')}`), true)
    assert.deepEqual(went, ['H2 Next steps', 'P Text here.', 'H2 Größe 2'])
    const details = editor.view.dom.querySelector('details')
    assert.equal(details?.open ?? true, true)
  })

  it('are none where the page has no such heading, and in a wrong address', () => {
    const editor = openEditor(markdown)
    assert.equal(goToAnchor(editor, '#gone'), false)
    assert.equal(goToAnchor(editor, '#%E0%A4%A'), false)
  })
})
