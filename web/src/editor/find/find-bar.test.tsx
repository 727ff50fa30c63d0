import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { goBehind, markdownIn, openEditor, select } from '../../../../test/support/web/editor.ts'
import { act, render, screen } from '../../../../test/support/web/screen.tsx'
import { FindBar } from './find-bar.tsx'

type Given = { isEditable?: boolean; selected?: string; behind?: string }

function open(markdown: string, { isEditable = true, selected, behind }: Given = {}) {
  const editor = openEditor(markdown)
  if (selected !== undefined) select(editor, selected)
  if (behind !== undefined) goBehind(editor, behind)
  let isOpen = true
  const { unmount } = render(
    <FindBar editor={editor} isEditable={isEditable} close={() => (isOpen = false)} />,
  )
  const user = userEvent.setup()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find' })
  const click = (name: string) => user.click(screen.getByRole('button', { name }))
  const active = () => editor.view.dom.querySelector('.is-active')?.textContent
  return { editor, user, field, click, active, isOpen: () => isOpen, unmount }
}

describe('the search in a page', () => {
  it('counts what it finds, and goes from one to the next and round', async () => {
    const { user, field } = open('One two.\n\n- two\n\n```\ntwo\n```')
    assert.equal(document.activeElement, field)
    await user.type(field, 'two')
    screen.getByText('1 of 3')
    await user.keyboard('{Enter}')
    screen.getByText('2 of 3')
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}')
    screen.getByText('3 of 3')
    await user.clear(field)
    await user.type(field, 'three')
    screen.getByText('No matches')
  })

  it('looks for what is selected, from there on', () => {
    const { field } = open('a plan, a Plan', { selected: 'Plan' })
    assert.equal(field.value, 'Plan')
    screen.getByText('2 of 2')
  })

  it('tells letters and words apart when asked to', async () => {
    const { user, field, click } = open('Plan plans plan')
    await user.type(field, 'plan')
    screen.getByText('1 of 3')
    await click('Match case')
    screen.getByText('1 of 2')
    await click('Whole word')
    screen.getByText('1 of 1')
    assert.equal(
      screen.getByRole('button', { name: 'Whole word' }).getAttribute('aria-pressed'),
      'true',
    )
  })

  it('replaces one and goes to the next, and all at once', async () => {
    const { editor, user, field, click } = open('one, **one**, one')
    await user.type(field, 'one')
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'two{Enter}')
    assert.equal(markdownIn(editor), 'two, **one**, one')
    screen.getByText('1 of 2')
    await click('Replace all')
    assert.equal(markdownIn(editor), 'two, **two**, two')
    screen.getByText('2 matches replaced')
    assert.equal(document.activeElement, screen.getByRole('textbox', { name: 'Replace with' }))
    act(() => void editor.commands.undo())
    assert.equal(markdownIn(editor), 'two, **one**, one')
  })

  it('replaces nothing where there is nothing', async () => {
    const { user, field } = open('text')
    await user.type(field, 'zz')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Replace all' })
    assert.equal(button.disabled, true)
  })

  it('only finds in a page that may be read', () => {
    open('text', { isEditable: false })
    assert.equal(screen.queryByRole('textbox', { name: 'Replace with' }), null)
  })

  it('leaves the cursor at what was found, and no marks', async () => {
    const { editor, user, field, isOpen, active, unmount } = open('one two')
    await user.type(field, 'two')
    assert.equal(active(), 'two')
    await user.keyboard('{Escape}')
    assert.equal(isOpen(), false)
    const { from, to } = editor.state.selection
    assert.equal(editor.state.doc.textBetween(from, to), 'two')
    unmount()
    assert.equal(active(), undefined)
  })

  it('opens the toggle that holds the match', async () => {
    const markdown = '<details>\n<summary>More</summary>\n\nin a toggle\n\n</details>'
    const { editor, user, field } = open(markdown)
    const toggle = editor.view.dom.querySelector('.toggle')
    assert.equal(toggle?.classList.contains('is-open'), false)
    await user.type(field, 'toggle')
    assert.ok(toggle.classList.contains('is-open'))
  })
})
