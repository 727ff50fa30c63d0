import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { createRef, useImperativeHandle, useState } from 'react'
import { userEvent } from '@testing-library/user-event'
import type { PageDocument } from '../../../server/content/document.ts'
import { parseMarkdown } from '../../../server/content/parse-markdown.ts'
import { writeMarkdown } from '../../../server/content/write-markdown.ts'
import { act, render, screen, waitFor, within } from '../../../test/support/screen.tsx'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { BoardBody } from './board-body.tsx'

function document(markdown: string): PageDocument {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return parsed.document
}

/** A body that writes Markdown in a plain field. */
function PlainText({ content, isEditable, changed, ref }: PageBodyProps) {
  const [text, setText] = useState(() => writeMarkdown(content).trim())
  useImperativeHandle(ref, () => ({
    read: () => document(text),
    show: (next: PageDocument) => setText(writeMarkdown(next).trim()),
    focus: () => undefined,
  }))
  return (
    <>
      <textarea
        aria-label="Text of the card"
        readOnly={!isEditable}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button onClick={changed}>Changed</button>
    </>
  )
}

const plan = '## Open\n\n- [ ] Buy\n- [x] Clean\n\n## Done\n\n- [ ] Sleep\n'
const mounted: (() => void)[] = []
afterEach(() => {
  for (const unmount of mounted.splice(0)) unmount()
})

function show({ markdown = plan, isEditable = true } = {}) {
  const body = createRef<BodyHandle>()
  let changes = 0
  const { unmount } = render(
    <BoardBody
      workspaceId="w1"
      pageId="p1"
      content={document(markdown)}
      isEditable={isEditable}
      changed={() => (changes += 1)}
      ref={body}
      Text={PlainText}
    />,
  )
  mounted.push(unmount)
  const handle = () => {
    assert.ok(body.current !== null)
    return body.current
  }
  return {
    user: userEvent.setup(),
    changes: () => changes,
    handle,
    written: () => writeMarkdown(handle().read()).trim(),
  }
}

const column = (name: string) => screen.getByRole('region', { name })
const cards = (name: string) =>
  within(column(name))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label'))

describe('a board that a viewer reads', () => {
  it('has nothing to change it with', () => {
    show({ isEditable: false })
    assert.ok(screen.getByRole('heading', { name: 'Open' }))
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) {
      assert.equal(box.disabled, true)
    }
    for (const name of [/^Add a card/, /^Add a column/, /^More for/, /^Move/]) {
      assert.equal(screen.queryByRole('button', { name }), null, String(name))
    }
    assert.equal(screen.queryByRole('textbox'), null)
  })

  it('opens a card to read', async () => {
    const { user } = show({ isEditable: false })
    await user.click(screen.getByRole('button', { name: 'Buy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Buy' })
    assert.equal(within(dialog).queryByRole('button', { name: 'Remove the card' }), null)
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    assert.equal(field.readOnly, true)
  })
})

describe('the columns of a board', () => {
  it('say how many cards they hold, and what a board without a title is called', () => {
    show({ markdown: '## \n\n- [ ] Buy\n' })
    assert.ok(within(column('Untitled')).getByRole('img', { name: '1 cards' }))
  })

  it('get another title where it stands', async () => {
    const { user, written, changes } = show()
    const field = within(column('Open')).getByRole('textbox', { name: 'Title of the column' })
    await user.clear(field)
    await user.type(field, 'Now')
    assert.match(written(), /^## Now\n/)
    assert.ok(column('Now'))
    assert.equal(changes(), 4)
  })

  it('are not added without a title, or after changing one’s mind', async () => {
    const { user, changes } = show()
    await user.click(screen.getByRole('button', { name: 'Add a column' }))
    await user.type(screen.getByRole('textbox', { name: 'Title of the new column' }), '  {Enter}')
    await user.click(screen.getByRole('button', { name: 'Add a column' }))
    await user.type(screen.getByRole('textbox', { name: 'Title of the new column' }), 'X{Escape}')
    assert.ok(screen.getByRole('button', { name: 'Add a column' }))
    assert.equal(changes(), 0)
  })

  it('are added by keyboard', async () => {
    const { user, written } = show()
    await user.click(screen.getByRole('button', { name: 'Add a column' }))
    await user.type(screen.getByRole('textbox', { name: 'Title of the new column' }), 'Later{Enter}')
    assert.ok(column('Later'))
    assert.match(written(), /## Later$/)
  })

  it('are removed with their cards, and brought back to where they were', async () => {
    const { user, written } = show()
    const before = written()
    await user.click(screen.getByRole('button', { name: 'More for Open' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Remove the column' }))
    assert.ok(await screen.findByText('Column “Open” with 2 cards removed'))
    assert.equal(screen.queryByRole('region', { name: 'Open' }), null)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.equal(written(), before))
  })
})

describe('the cards of a board', () => {
  it('are added one after the other, until Escape', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Add a card to Open' }))
    const field = screen.getByRole('textbox', { name: 'New card in Open' })
    await user.type(field, 'Cook{Enter}{Enter}Wash{Enter}never{Escape}')
    assert.deepEqual(cards('Open'), ['Done: Buy', 'Done: Clean', 'Done: Cook', 'Done: Wash'])
    assert.ok(screen.getByRole('button', { name: 'Add a card to Open' }))
  })

  it('keep what was typed when the person goes elsewhere', async () => {
    const { user } = show()
    await user.click(screen.getByRole('button', { name: 'Add a card to Done' }))
    await user.type(screen.getByRole('textbox', { name: 'New card in Done' }), ' Cook ')
    await user.tab()
    assert.deepEqual(cards('Done'), ['Done: Sleep', 'Done: Cook'])
  })

  it('are ticked off and on', async () => {
    const { user, written, changes } = show()
    await user.click(screen.getByRole('checkbox', { name: 'Done: Buy' }))
    assert.match(written(), /- \[x\] Buy/)
    await user.click(screen.getByRole('checkbox', { name: 'Done: Buy' }))
    assert.match(written(), /- \[ \] Buy/)
    assert.equal(changes(), 2)
  })

  it('tell that there is more in them', () => {
    show({ markdown: '## Open\n\n- [ ] Buy\n\n  Bread and milk.\n- [ ] Cook\n' })
    assert.equal(screen.getAllByRole('img', { name: 'Has more text' }).length, 1)
  })

  it('show what a text holds as text', () => {
    show({ markdown: '## Open\n\n- [ ] `<img src=x onerror=alert(1)>` and **bold**\n' })
    assert.equal(window.document.querySelector('.board-card img[src]'), null)
    assert.ok(screen.getByRole('button', { name: '<img src=x onerror=alert(1)> and bold' }))
  })

  it('are written in a dialog', async () => {
    const { user, written } = show()
    await user.click(screen.getByRole('button', { name: 'Buy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Buy' })
    const field = within(dialog).getByRole('textbox', { name: 'Text of the card' })
    await user.clear(field)
    await user.type(field, 'Buy bread')
    await user.click(within(dialog).getByRole('button', { name: 'Changed' }))
    assert.match(written(), /- \[ \] Buy bread/)
    assert.ok(await screen.findByRole('dialog', { name: 'Buy bread' }))
  })

  it('are removed, and brought back to where they were', async () => {
    const { user, written } = show()
    const before = written()
    await user.click(screen.getByRole('button', { name: 'Buy' }))
    await user.click(await screen.findByRole('button', { name: 'Remove the card' }))
    assert.ok(await screen.findByText('“Buy” removed'))
    assert.deepEqual(cards('Open'), ['Done: Clean'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => assert.equal(written(), before))
  })
})

describe('a board that others change', () => {
  it('shows what is new, and tells of no change of its own', async () => {
    const { handle, changes } = show()
    act(() => handle().show(document('## Open\n\n- [x] Buy\n- [ ] Cook\n')))
    assert.deepEqual(cards('Open'), ['Done: Buy', 'Done: Cook'])
    assert.equal(screen.queryByRole('region', { name: 'Done' }), null)
    assert.equal(changes(), 0)
  })

  it('shows the card that is open as it is now', async () => {
    const { user, handle } = show()
    await user.click(screen.getByRole('button', { name: 'Buy' }))
    await screen.findByRole('dialog', { name: 'Buy' })
    act(() => handle().show(document('## Open\n\n- [ ] Buy milk\n- [x] Clean\n\n## Done\n')))
    assert.ok(await screen.findByRole('dialog', { name: 'Buy milk' }))
    assert.ok(screen.getByDisplayValue('Buy milk'))
  })

  it('takes the first field when it is to be written', () => {
    const { handle } = show()
    act(() => handle().focus())
    assert.equal(window.document.activeElement, screen.getAllByRole('textbox')[0])
  })
})
