import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { replace } from '../../../../../test/support/processes/replace.ts'
import { until } from '../../../../../test/support/until.ts'
import { markdownIn, openEditor, positionOf } from '../../../../../test/support/web/editor.ts'
import { diagramView } from './diagram-view.ts'

const fence = (language: string, source: string) => `\`\`\`${language}\n${source}\n\`\`\``

describe('the view of a diagram', () => {
  // The Blob of the document is not that of Node.
  before(() => replace(URL, { createObjectURL: { value: () => 'blob:drawing' } }))

  it('refuses a source that is too long before anything is loaded', async () => {
    const view = diagramView()
    view.show('x'.repeat(20_001))
    await until(async () => view.dom.classList.contains('has-failed'))
    assert.equal(
      view.dom.querySelector('[role="status"]')?.textContent,
      'This diagram cannot be drawn: it has more than 20,000 characters',
    )
    assert.equal(document.querySelector('.diagram-frame'), null)
    view.destroy()
  })

  it('says that it takes long, and shows the drawing when it is there', async () => {
    const drawn = Promise.withResolvers<{ svg: string }>()
    const view = diagramView(() => drawn.promise, 0)
    view.show('graph TD; A --> B')
    await until(async () => view.dom.textContent?.includes('takes longer than usual') ?? false)
    drawn.resolve({ svg: '<svg viewBox="0 0 1 1" width="100%"></svg>' })
    await until(async () => view.dom.querySelector('img') !== null)
    view.destroy()
  })

  it('is drawn again on request if it took too long', async () => {
    const answers = [{ error: 'slow' as const }, { svg: '<svg></svg>' }]
    const view = diagramView(async () => answers.shift() ?? assert.fail())
    view.show('graph TD; A --> B')
    await until(async () => view.dom.querySelector('button') !== null)
    assert.match(view.dom.textContent ?? '', /cannot be drawn: it takes too long/)
    view.dom.querySelector('button')?.click()
    await until(async () => view.dom.querySelector('img') !== null)
    assert.equal(view.dom.querySelector('button'), null)
    view.destroy()
  })

  it('is empty without a source', async () => {
    const view = diagramView()
    view.show(' ')
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(view.dom.childElementCount, 0)
    view.destroy()
  })

  it('draws nothing after it is gone', async () => {
    const view = diagramView()
    view.show('x'.repeat(20_001))
    view.destroy()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(view.dom.childElementCount, 0)
  })
})

describe('code in the language of diagrams', () => {
  const long = 'x'.repeat(20_001)

  it('has a picture below it, and code in others has none', () => {
    assert.ok(openEditor(fence('mermaid', long)).view.dom.querySelector('.is-diagram > .diagram'))
    for (const language of ['js', 'Mermaid-x', '']) {
      const { view } = openEditor(fence(language, long))
      assert.equal(view.dom.querySelector('.diagram'), null, language)
    }
  })

  it('gets and loses its picture with its language', () => {
    const editor = openEditor(fence('js', long))
    editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'language', 'mermaid'))
    assert.ok(editor.view.dom.querySelector('.diagram'))
    editor.view.dispatch(editor.state.tr.setNodeAttribute(0, 'language', null))
    assert.equal(editor.view.dom.querySelector('.diagram, .is-diagram'), null)
  })

  it('shows its source while the cursor is in it', () => {
    const editor = openEditor(`Text\n\n${fence('mermaid', long)}`)
    editor.commands.setTextSelection(1)
    assert.equal(editor.view.dom.querySelector('.has-cursor'), null)
    editor.commands.setTextSelection(positionOf(editor, 'xxx'))
    assert.ok(editor.view.dom.querySelector('.code-block.has-cursor'))
  })

  it('is entered by a click on its picture, but not by a reader', () => {
    const editor = openEditor(`Text\n\n${fence('mermaid', long)}`)
    const picture = editor.view.dom.querySelector<HTMLElement>('.diagram')
    editor.commands.setTextSelection(1)
    editor.setEditable(false)
    picture?.click()
    assert.equal(editor.state.selection.$from.parent.type.name, 'paragraph')
    editor.setEditable(true)
    picture?.click()
    assert.equal(editor.state.selection.$from.parent.type.name, 'codeBlock')
  })

  it('stays Markdown as it was', () => {
    const markdown = fence('mermaid', `${long}\nB --> C`)
    assert.equal(markdownIn(openEditor(markdown)), markdown)
  })
})
