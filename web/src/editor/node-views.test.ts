import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { replace } from '../../../test/support/processes/replace.ts'
import { until } from '../../../test/support/until.ts'
import { markdownIn, openEditor, press } from '../../../test/support/web/editor.ts'
import { SoftBreaks } from './nodes/soft-breaks.ts'

type Field = HTMLElement & Partial<Pick<HTMLInputElement, 'checked'>> & { value: string }

function find(editor: Editor, selector: string): Field {
  const found = editor.view.dom.querySelector<Field>(selector)
  assert.ok(found !== null, selector)
  return found
}

function choose(editor: Editor, selector: string, value: string): void {
  const field = find(editor, selector)
  field.dispatchEvent(new Event('focus'))
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

describe('items with a box', () => {
  it('are ticked in place, in lists of tasks and in others', () => {
    const editor = openEditor('- [ ] Task\n\nText\n\n* Plain\n* [ ] Box')
    const boxes = editor.view.dom.querySelectorAll<HTMLInputElement>('input')
    assert.deepEqual(
      [...boxes].map((box) => box.getAttribute('aria-label')),
      ['Task', 'Box'],
    )
    for (const box of boxes) {
      box.checked = true
      box.dispatchEvent(new Event('change'))
    }
    assert.match(markdownIn(editor), /- \[x\] Task[^]*[*-] \[x\] Box/)
  })

  it('stay as they are for a reader', () => {
    const editor = openEditor('- [ ] Task')
    editor.setEditable(false)
    const box = find(editor, 'input')
    box.checked = true
    box.dispatchEvent(new Event('change'))
    assert.equal(box.checked, false)
    assert.equal(markdownIn(editor), '- [ ] Task')
  })

  it('follow what is changed elsewhere', () => {
    const editor = openEditor('- [ ] Task')
    editor.commands.updateAttributes('taskItem', { checked: true })
    assert.equal(find(editor, 'input').checked, true)
  })
})

describe('code', () => {
  it('names its language, also one that cannot be coloured', () => {
    const shown = (markdown: string) => find(openEditor(markdown), 'select option').textContent
    assert.equal(shown('```ts\na\n```'), 'TypeScript')
    assert.equal(shown('```cobol\na\n```'), 'cobol')
    assert.equal(shown('```\na\n```'), 'Plain text')
  })

  it('takes another language, and keeps what stood behind it', () => {
    const editor = openEditor('```js title="a.js"\na\n```')
    choose(editor, 'select', 'python')
    assert.equal(markdownIn(editor), '```python title="a.js"\na\n```')
  })

  it('is coloured once its grammar has come', async () => {
    const editor = openEditor('```js\nconst a = 1\n```')
    await until(() => editor.view.dom.querySelector('.hljs-keyword') !== null)
    assert.equal(find(editor, '.hljs-keyword').textContent, 'const')
  })

  it('is copied by its button', async () => {
    let copied = ''
    replace(navigator, {
      clipboard: {
        configurable: true,
        value: { writeText: async (text: string) => void (copied = text) },
      },
    })
    const button = find(openEditor('```js\na\nb\n```'), 'button')
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.equal(copied, 'a\nb')
    assert.equal(button.textContent, 'Copied')
  })
})

describe('callouts', () => {
  it('take another kind', () => {
    const editor = openEditor('> [!NOTE]\n> Text')
    choose(editor, 'select', 'caution')
    assert.equal(markdownIn(editor), '> [!CAUTION]\n> Text')
    assert.equal(find(editor, '.callout').getAttribute('aria-label'), 'Caution')
  })

  it('only say their kind to a reader', () => {
    const editor = openEditor('')
    editor.setEditable(false)
    editor.commands.setContent({
      type: 'doc',
      content: [{ type: 'callout', attrs: { kind: 'tip' }, content: [{ type: 'paragraph' }] }],
    })
    assert.equal(editor.view.dom.querySelector('.callout select'), null)
    assert.equal(find(editor, '.callout-head').textContent, 'Tip')
  })
})

describe('formulas and raw HTML', () => {
  function open(markdown: string, type: string): Editor {
    const editor = openEditor(markdown)
    editor.state.doc.descendants((node, position) => {
      if (node.type.name === type) editor.commands.setNodeSelection(position)
    })
    assert.ok(editor.state.selection instanceof NodeSelection)
    return editor
  }

  it('show their source', () => {
    assert.equal(find(openEditor('Text $a^2$'), '.source').textContent, 'a^2')
    assert.equal(find(openEditor('Text <b>x</b>'), '.source').textContent, '<b>')
  })

  it('are changed where they stand, by Enter', () => {
    const editor = open('Text $a^2$ end', 'inlineMath')
    assert.ok(press(editor, 'Enter'))
    const field = find(editor, 'textarea')
    field.value = 'b^2'
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    assert.equal(markdownIn(editor), 'Text $b^2$ end')
    assert.equal(editor.view.dom.querySelector('textarea'), null)
  })

  it('stay as they were on Escape', () => {
    const editor = open('$$\na\n$$', 'blockMath')
    press(editor, 'Enter')
    const field = find(editor, 'textarea')
    field.value = 'lost'
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    assert.equal(markdownIn(editor), '$$\na\n$$')
  })

  it('are not opened for a reader', () => {
    const editor = open('Text $a^2$', 'inlineMath')
    editor.setEditable(false)
    press(editor, 'Enter')
    assert.equal(editor.view.dom.querySelector('textarea'), null)
  })
})

describe('links to pages and files', () => {
  const id = '01234567-89ab-4cde-8f01-23456789abcd'

  it('show name and size, and lead where they say', () => {
    const editor = openEditor('')
    const attrs = { fileId: id, name: 'a.pdf', size: 1_234_567, mimeType: 'application/pdf' }
    editor.commands.setContent({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'file', attrs }] }],
    })
    const chip = find(editor, 'a.file-chip')
    assert.equal(chip.textContent, 'a.pdf (1.2 MB)')
    assert.equal(chip.getAttribute('href'), `/files/${id}`)
  })

  it('are followed by Enter', () => {
    const editor = openEditor(`See [Plan](/pages/${id})`)
    let clicks = 0
    editor.view.dom.addEventListener('click', () => (clicks += 1))
    editor.state.doc.descendants((node, position) => {
      if (node.type.name === 'pageMention') editor.commands.setNodeSelection(position)
    })
    press(editor, 'Enter')
    assert.equal(clicks, 1)
  })

  it('have no address that runs something', () => {
    const editor = openEditor('[x](javascript:alert(1)) [](javascript:alert(2)) ![i](javascript:3)')
    for (const element of editor.view.dom.querySelectorAll('[href], [src]')) {
      assert.doesNotMatch(
        `${element.getAttribute('href') ?? ''}${element.getAttribute('src') ?? ''}`,
        /javascript/,
      )
    }
  })
})

describe('lines that end within a paragraph', () => {
  it('are shown as a space, and kept while the paragraph is written', () => {
    const editor = openEditor('One\ntwo\nthree', [SoftBreaks])
    assert.equal(editor.view.dom.querySelectorAll('.soft-break').length, 2)
    editor.commands.insertContentAt(1, 'Now o')
    editor.commands.insertContentAt(editor.state.doc.content.size - 1, '\nfour')
    assert.equal(editor.view.dom.querySelectorAll('.soft-break').length, 3)
    assert.match(markdownIn(editor), /two\nthree\nfour$/)
  })
})

describe('the fields of blocks', () => {
  // In a closed list an arrow changes the choice: the next key belongs to the list, not to the page.
  for (const [name, markdown, selector, value] of [
    ['the kind of a callout', '> [!NOTE]\n> a', '.callout-head select', 'tip'],
    ['the language of code', '```js\na\n```', '.code-head select', 'css'],
  ] as const) {
    it(`keep the focus when they change: ${name}`, () => {
      const editor = openEditor(markdown)
      find(editor, selector).focus()
      choose(editor, selector, value)
      assert.equal(document.activeElement, find(editor, selector))
      assert.match(markdownIn(editor), new RegExp(value, 'i'))
    })
  }
})
