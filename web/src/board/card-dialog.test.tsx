import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { createRef, useImperativeHandle, useState } from 'react'
import type { PageDocument } from '../../../content/document.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { act, render, screen, within } from '../../../test/support/web/screen.tsx'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { BoardBody } from './board-body.tsx'

/** A body that shows Markdown in a plain field. */
function PlainText({ content, isEditable, ref }: PageBodyProps) {
  const [text, setText] = useState(() => writeMarkdown(content).trim())
  useImperativeHandle(ref, () => ({
    read: () => pageOf(text),
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
    </>
  )
}

const plan = '## Open\n\n- [ ] Buy\n- [x] Clean\n\n## Done\n\n- [ ] Sleep\n'
function show({ markdown = plan, isEditable = true } = {}) {
  const body = createRef<BodyHandle>()
  let changes = 0
  render(
    <BoardBody
      workspaceId="w1"
      pageId="p1"
      content={pageOf(markdown)}
      isEditable={isEditable}
      changed={() => (changes += 1)}
      ref={body}
      Text={PlainText}
    />,
  )
  const handle = () => {
    assert.ok(body.current !== null)
    return body.current
  }
  return {
    user: userEvent.setup(),
    changes: () => changes,
    handle,
  }
}

describe('a card that is open', () => {
  it('is only read by a viewer', async () => {
    const { user } = show({ isEditable: false })
    await user.click(screen.getByRole('button', { name: 'Buy' }))
    const dialog = await screen.findByRole('dialog', { name: 'Card in Open' })
    assert.equal(within(dialog).queryByRole('button', { name: 'Delete card' }), null)
    const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    assert.equal(field.readOnly, true)
  })

  it('is shown as others change it', async () => {
    const { user, handle } = show()
    await user.click(screen.getByRole('button', { name: 'Buy' }))
    await screen.findByRole('dialog', { name: 'Card in Open' })
    act(() => handle().show(pageOf('## Open\n\n- [ ] Buy milk\n- [x] Clean\n\n## Done\n')))
    assert.ok(await screen.findByDisplayValue('Buy milk'))
  })
})

describe('a board', () => {
  it('gets no column without a title, or after a change of mind', async () => {
    const { user, changes } = show()
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    await user.type(screen.getByRole('textbox', { name: 'Title of the new column' }), '  {Enter}')
    await user.click(screen.getByRole('button', { name: 'Add column' }))
    await user.type(screen.getByRole('textbox', { name: 'Title of the new column' }), 'X{Escape}')
    assert.ok(screen.getByRole('button', { name: 'Add column' }))
    assert.equal(changes(), 0)
  })

  it('tells in which cards there is more', () => {
    show({ markdown: '## Open\n\n- [ ] Buy\n\n  Bread and milk.\n- [ ] Cook\n' })
    assert.equal(screen.getAllByRole('img', { name: 'Has more text' }).length, 1)
  })

  it('takes the first field when it is to be written', () => {
    const { handle } = show()
    act(() => handle().focus())
    assert.equal(document.activeElement, screen.getAllByRole('textbox')[0])
  })
})
