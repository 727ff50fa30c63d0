import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { markdownIn, openEditor, positionOf } from '../../../../test/support/web/editor.ts'
import { answer, Refusal, render, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { blockAround } from './block-range.ts'
import { MoveDialog } from './move-dialog.tsx'
import { moveToPage } from './move-to-page.ts'

const target = { id: 'p2', title: 'Archive', icon: null }

function start(markdown: string, text: string) {
  render(<p>Page</p>)
  const editor = openEditor(markdown)
  const range = blockAround(editor.state.doc.resolve(positionOf(editor, text)))
  assert.ok(range)
  return { editor, range }
}

describe('blocks that move to another page', () => {
  it('are appended there before they go here', async () => {
    const { editor, range } = start('- One\n- Two\n\nEnd', 'Two')
    const asked = answer({
      '/v1/pages/edit': () => {
        assert.match(markdownIn(editor), /Two/)
        return { ok: true, version: 7 }
      },
    })
    await moveToPage(editor, range, 'w1', target)
    assert.deepEqual(asked[0]?.input, {
      workspaceId: 'w1',
      pageId: 'p2',
      mode: 'append',
      text: '- Two\n',
    })
    assert.equal(markdownIn(editor), '- One\n\nEnd')
    await screen.findByText('Moved to “Archive”')
  })

  it('keep the widths of columns, which Markdown does not hold', async () => {
    const { editor } = start('| a | b |\n| - | - |\n| c | d |\n\nEnd', 'End')
    const { doc, tr } = editor.state
    editor.view.dispatch(tr.setNodeAttribute(2, 'colwidth', [240]))
    const range = { from: 0, to: doc.child(0).nodeSize }
    const content = { type: 'doc', content: [{ type: 'paragraph' }] }
    const asked = answer({
      '/v1/pages/document': () => ({ version: 6, type: 'TEXT', content }),
      '/v1/pages/save': () => ({ version: 7 }),
    })
    await moveToPage(editor, range, 'w1', target)
    assert.equal(markdownIn(editor), 'End')
    const { input } = asked.at(-1) ?? {}
    assert.deepEqual([input?.['version'], input?.['merge']], [6, true])
    assert.match(
      JSON.stringify(input?.['content']),
      /^{"type":"doc","content":\[{"type":"table".*"colwidth":\[240\]/,
    )
  })

  it('go to a board as Markdown', async () => {
    const { editor } = start('| a |\n| - |\n| c |\n\nEnd', 'End')
    editor.view.dispatch(editor.state.tr.setNodeAttribute(2, 'colwidth', [240]))
    const asked = answer({
      '/v1/pages/document': () => ({ version: 6, type: 'KANBAN', content: { content: [] } }),
      '/v1/pages/edit': () => ({ ok: true, version: 7 }),
    })
    await moveToPage(editor, { from: 0, to: editor.state.doc.child(0).nodeSize }, 'w1', target)
    assert.equal(asked.at(-1)?.path, '/v1/pages/edit')
  })

  it('stay where the other page cannot be written', async () => {
    const { editor, range } = start('One\n\nTwo', 'Two')
    answer({ '/v1/pages/edit': () => new Refusal(403, 'FORBIDDEN', 'You may not.') })
    await moveToPage(editor, range, 'w1', target)
    assert.equal(markdownIn(editor), 'One\n\nTwo')
    await screen.findByText('Could not move to “Archive”')
  })

  it('stay too when they changed while they were sent', async () => {
    const { editor, range } = start('One\n\nTwo', 'Two')
    answer({
      '/v1/pages/edit': () => {
        editor.view.dispatch(editor.state.tr.insertText(' more', positionOf(editor, 'Two') + 3))
        return { ok: true, version: 7 }
      },
    })
    await moveToPage(editor, range, 'w1', target)
    assert.equal(markdownIn(editor), 'One\n\nTwo more')
    await screen.findByText(/It is on both pages now/)
  })

  it('are found again when others write before them', async () => {
    const { editor, range } = start('One\n\nTwo\n\nThree', 'Two')
    answer({
      '/v1/pages/edit': () => {
        editor.view.dispatch(editor.state.tr.insertText('More. ', 1))
        return { ok: true, version: 7 }
      },
    })
    await moveToPage(editor, range, 'w1', target)
    assert.equal(markdownIn(editor), 'More. One\n\nThree')
  })

  it('come back, and leave the other page as it was', async () => {
    const { editor, range } = start('One\n\nTwo\n\nThree', 'Two')
    const asked = answer({
      '/v1/pages/edit': () => ({ ok: true, version: 7 }),
      '/v1/pages/document': () => ({ version: 7 }),
      '/v1/history/restore': () => ({ version: 8 }),
    })
    await moveToPage(editor, range, 'w1', target)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    assert.equal(markdownIn(editor), 'One\n\nTwo\n\nThree')
    await waitFor(() => assert.equal(asked.at(-1)?.path, '/v1/history/restore'))
    assert.deepEqual(asked.at(-1)?.input, { workspaceId: 'w1', pageId: 'p2', version: 6 })
  })

  it('come back even if the other page has changed, which is said', async () => {
    const { editor, range } = start('One\n\nTwo', 'Two')
    const asked = answer({
      '/v1/pages/edit': () => ({ ok: true, version: 7 }),
      '/v1/pages/document': () => ({ version: 9 }),
    })
    await moveToPage(editor, range, 'w1', target)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    assert.equal(markdownIn(editor), 'One\n\nTwo')
    await screen.findByText(/“Archive” has changed since/)
    assert.equal(
      asked.some(({ path }) => path === '/v1/history/restore'),
      false,
    )
  })
})

describe('the choice of a page', () => {
  const pages = [
    { id: 'p1', title: 'This page', icon: null },
    { id: 'p2', title: 'Archive', icon: '📦' },
    { id: 'p3', title: '', icon: null },
  ]

  function open() {
    const editor = openEditor('One\n\nTwo')
    const asked = answer({
      '/v1/recent/list': () => ({ pages }),
      '/v1/search/find': () => ({
        results: [{ pageId: 'p4', title: 'Found', icon: null, above: [] }],
      }),
      '/v1/pages/edit': () => ({ ok: true, version: 2 }),
    })
    let isOpen = true
    render(
      <MoveDialog
        editor={editor}
        workspaceId="w1"
        pageId="p1"
        range={{ from: 5, to: 10 }}
        close={() => (isOpen = false)}
      />,
    )
    return { editor, asked, isOpen: () => isOpen }
  }
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

  it('offers the pages opened last, without this one, and those that are searched', async () => {
    const { editor, asked, isOpen } = open()
    await screen.findAllByRole('option')
    assert.deepEqual(names(), ['📦Archive', '📄Untitled page'])
    await userEvent.type(screen.getByRole('combobox'), 'fou')
    await waitFor(() => assert.deepEqual(names(), ['📄Found']))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => assert.equal(markdownIn(editor), 'One'))
    assert.equal(isOpen(), false)
    assert.equal(asked.at(-1)?.input['pageId'], 'p4')
  })

  it('is made by arrows', async () => {
    const { asked } = open()
    await screen.findAllByRole('option')
    await userEvent.type(screen.getByRole('combobox'), '{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
    await waitFor(() => assert.equal(asked.at(-1)?.input['pageId'], 'p3'))
  })
})
