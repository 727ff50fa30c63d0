import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { CellSelection } from '@tiptap/pm/tables'
import {
  goBehind,
  markdownIn,
  openEditor,
  positionOf,
  select,
} from '../../../test/support/web/editor.ts'
import { render, screen } from '../../../test/support/web/screen.tsx'
import { addressOf, LinkField } from './menus/link-field.tsx'
import { alignColumn, showsTableMenu } from './menus/table-menu.tsx'
import { showsTextMenu } from './menus/text-menu.tsx'
import { focusToolbar, rangeOf } from './menus/toolbar-focus.ts'
import { Tool, Toolbar } from './menus/toolbar.tsx'

describe('the address of a link', () => {
  it('is refused when it runs something, or is none', () => {
    for (const typed of ['', '  ', 'javascript:alert(1)', 'data:text/html,x']) {
      assert.equal(addressOf(typed), undefined, typed)
    }
  })

  it('is what a person means', () => {
    assert.equal(addressOf('example.com/a'), 'https://example.com/a')
    assert.equal(addressOf('ada@example.com'), 'mailto:ada@example.com')
    assert.equal(addressOf(' https://a.b '), 'https://a.b')
    assert.equal(addressOf('/pages/1'), '/pages/1')
    assert.equal(addressOf('#part'), '#part')
  })
})

describe('the field for a link', () => {
  it('sets it on the selected text, and says when it cannot', async () => {
    const editor = openEditor('See the guide.')
    select(editor, 'guide')
    let isOpen = true
    render(<LinkField editor={editor} href="" close={() => (isOpen = false)} />)
    const field = screen.getByLabelText('Link address')
    assert.equal(document.activeElement, field)
    await userEvent.type(field, 'javascript:x{Enter}')
    assert.equal(field.getAttribute('aria-invalid'), 'true')
    await userEvent.clear(field)
    await userEvent.type(field, 'example.com{Enter}')
    assert.equal(markdownIn(editor), 'See the [guide](https://example.com).')
    assert.equal(isOpen, false)
  })

  it('takes the whole link away', async () => {
    const editor = openEditor('See [the guide](https://a.b).')
    goBehind(editor, 'the gu')
    render(<LinkField editor={editor} href="https://a.b" close={() => undefined} />)
    assert.equal(screen.getByLabelText('Open link').getAttribute('href'), 'https://a.b')
    await userEvent.click(screen.getByLabelText('Remove link'))
    assert.equal(markdownIn(editor), 'See the guide.')
  })
})

describe('the menu of selected text', () => {
  const shows = (markdown: string, text: string) => {
    const editor = openEditor(markdown)
    select(editor, text)
    const { from, to } = editor.state.selection
    editor.view.focus()
    return showsTextMenu({ editor, element: editor.view.dom, from, to })
  }

  it('comes for text and for links, not for code or for reading', () => {
    assert.equal(shows('One two', 'two'), true)
    assert.equal(shows('```\none\n```', 'one'), false)
    const editor = openEditor('A [link](https://a.b)')
    goBehind(editor, 'li')
    const { from } = editor.state.selection
    const element = document.createElement('div')
    assert.equal(showsTextMenu({ editor, element, from, to: from }), false)
    editor.view.focus()
    assert.equal(showsTextMenu({ editor, element, from, to: from }), true)
    editor.setEditable(false)
    assert.equal(showsTextMenu({ editor, element, from, to: from }), false)
  })

  it('knows the selection that a link is for', () => {
    const editor = openEditor('One two')
    select(editor, 'two')
    assert.equal(rangeOf(editor.state), '5-8')
  })
})

describe('the alignment of a table', () => {
  const table = '| a | b |\n| - | - |\n| c | d |'

  it('is that of a whole column, from any of its cells', () => {
    const editor = openEditor(table)
    goBehind(editor, 'd')
    alignColumn(editor, 'right')
    assert.equal(markdownIn(editor), '| a | b |\n| - | -: |\n| c | d |')
  })

  it('is set for selected cells, and for nothing outside a table', () => {
    const editor = openEditor(`${table}\n\nText`)
    const cell = positionOf(editor, 'c') - 2
    editor.view.dispatch(editor.state.tr.setSelection(CellSelection.create(editor.state.doc, cell)))
    alignColumn(editor, 'center')
    const aligned = markdownIn(editor)
    assert.match(aligned, /\| :-: \| - \|/)
    goBehind(editor, 'Text')
    alignColumn(editor, 'left')
    assert.equal(markdownIn(editor), aligned)
  })
})

describe('a toolbar', () => {
  it('is walked by arrows, and left by Escape', async () => {
    const editor = openEditor('Text')
    const run: string[] = []
    render(
      <Toolbar editor={editor} label="Format">
        <Tool label="Bold" icon="B" keys="Mod+B" run={() => run.push('bold')} />
        <Tool label="Italic" icon="I" isActive run={() => run.push('italic')} />
      </Toolbar>,
    )
    const bold = screen.getByRole('button', { name: 'Bold' })
    const italic = screen.getByRole('button', { name: 'Italic' })
    assert.equal(italic.getAttribute('aria-pressed'), 'true')
    bold.focus()
    await userEvent.keyboard('{ArrowRight}')
    assert.equal(document.activeElement, italic)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    assert.deepEqual(run, ['bold'])
    await userEvent.keyboard('{Escape}')
  })

  it('is entered where one is shown', () => {
    assert.equal(focusToolbar(), false)
  })
})

describe('the menu of a table', () => {
  it('is there for whoever is in the table or in the menu, and not on opening a page', () => {
    const editor = openEditor('Text\n\n| a |\n| - |\n| c |')
    const element = document.body.appendChild(document.createElement('div'))
    const button = element.appendChild(document.createElement('button'))
    const isShown = () => showsTableMenu({ editor, element })
    goBehind(editor, 'c')
    assert.equal(isShown(), false)
    editor.view.focus()
    assert.equal(isShown(), true)
    button.focus()
    assert.equal(isShown(), true)
    editor.view.focus()
    goBehind(editor, 'Text')
    assert.equal(isShown(), false)
  })
})
