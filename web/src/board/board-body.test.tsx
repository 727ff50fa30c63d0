import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { createRef, useImperativeHandle, useRef } from 'react'
import { pageOf as board } from '../../../content/board.ts'
import type { PageDocument } from '../../../content/document.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { pageOf } from '../../../test/support/web/editor.ts'
import { act, render, screen, waitUntilIdle, within } from '../../../test/support/web/screen.tsx'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { BoardBody } from './board-body.tsx'
import { withContent } from './card-dialog.tsx'

const plan = '## To do\n\n- [ ] One\n- [ ] Two\n\n## Done\n\n- [x] Zero\n'

/** Writes a card by a plain field, in the place of the editor. */
function Text({ content, changed, ref }: PageBodyProps) {
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({
    read: () => pageOf(field.current?.value ?? ''),
    show: () => undefined,
    focus: () => undefined,
  }))
  return (
    <input
      ref={field}
      aria-label="Text of the card"
      defaultValue={writeMarkdown(content).trim()}
      onChange={changed}
    />
  )
}

function open(markdown: string, isEditable = true) {
  const ref = createRef<BodyHandle>()
  let changes = 0
  const shown = render(
    <BoardBody
      workspaceId="w"
      pageId="p"
      content={pageOf(markdown)}
      changed={() => (changes += 1)}
      {...{ isEditable, ref, Text }}
    />,
  )
  const handle = (): BodyHandle => {
    assert.ok(ref.current !== null)
    return ref.current
  }
  return {
    ...shown,
    handle,
    changes: () => changes,
    markdown: () => writeMarkdown(board(handle().read())),
  }
}

const column = (name: string) => within(screen.getByRole('region', { name }))

describe('a board', () => {
  it('shows its columns with their cards', () => {
    open(plan)
    assert.equal(column('To do').getAllByRole('listitem').length, 2)
    const zero = column('Done').getByRole('checkbox', { name: 'Done: Zero' })
    assert.equal(zero instanceof HTMLInputElement && zero.checked, true)
    column('To do').getByLabelText('2 cards')
    column('Done').getByLabelText('1 card')
  })

  it('lets nothing be changed by those who only read', () => {
    const { changes } = open(plan, false)
    column('To do').getByRole('heading', { name: 'To do' })
    for (const name of [/^Add/, /^Move/, /^More for/]) {
      assert.equal(screen.queryAllByRole('button', { name }).length, 0, String(name))
    }
    const box = column('To do').getByRole('checkbox', { name: 'Done: One' })
    assert.equal(box instanceof HTMLInputElement && box.disabled, true)
    assert.equal(changes(), 0)
  })

  it('takes one new card after the other', async () => {
    const { markdown, changes } = open(plan)
    await userEvent.click(screen.getByRole('button', { name: 'Add card to To do' }))
    await userEvent.keyboard('Three{Enter}Four{Enter}{Enter}{Escape}')
    assert.match(markdown(), /- \[ \] Two\n- \[ \] Three\n- \[ \] Four\n\n## Done/)
    assert.equal(changes(), 2)
    screen.getByRole('button', { name: 'Add card to To do' })
  })

  it('keeps a card that was begun when the field is left', async () => {
    const { markdown } = open(plan)
    await userEvent.click(screen.getByRole('button', { name: 'Add card to Done' }))
    await userEvent.keyboard('Begun')
    await userEvent.tab()
    assert.match(markdown(), /- \[ \] Begun/)
  })

  it('ticks cards and names columns', async () => {
    const { markdown } = open(plan)
    await userEvent.click(column('To do').getByRole('checkbox', { name: 'Done: One' }))
    await userEvent.type(column('To do').getByLabelText('Column title'), ' soon')
    assert.match(markdown(), /^## To do soon\n\n- \[x\] One\n/)
  })

  it('adds a column, or none when it gets no name', async () => {
    const { markdown, changes } = open(plan)
    await userEvent.click(screen.getByRole('button', { name: 'Add column' }))
    await userEvent.keyboard('{Escape}')
    assert.equal(changes(), 0)
    await userEvent.click(screen.getByRole('button', { name: 'Add column' }))
    await userEvent.keyboard('Later{Enter}')
    assert.match(markdown(), /## Later\n$/)
  })

  it('removes a column, and brings it back to its place', async () => {
    const { markdown } = open(plan)
    await userEvent.click(screen.getByRole('button', { name: 'Actions for To do' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete column' }))
    assert.equal(markdown(), '## Done\n\n- [x] Zero\n')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    assert.equal(markdown(), plan)
  })

  it('opens a card, writes it and removes it', async () => {
    const { markdown } = open(plan)
    await userEvent.click(column('To do').getByRole('button', { name: 'Two' }))
    await screen.findByRole('dialog', { name: 'Card in To do' })
    await userEvent.type(screen.getByLabelText('Text of the card'), ' too')
    assert.match(markdown(), /- \[ \] Two too\n\n## Done/)
    await userEvent.click(screen.getByRole('button', { name: 'Delete card' }))
    assert.doesNotMatch(markdown(), /Two/)
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    assert.match(markdown(), /- \[ \] Two too\n/)
  })

  it('shows what others change, and counts that as no change of this person', async () => {
    const { handle, changes } = open(plan)
    await act(async () => handle().show(pageOf(plan.replace('Zero', 'Nought'))))
    await waitUntilIdle()
    column('Done').getByRole('button', { name: 'Nought' })
    assert.equal(changes(), 0)
  })

  it('runs nothing that a card holds', () => {
    open('## A\n\n- [ ] <img src=x onerror=alert(1)> [x](javascript:alert(1))\n')
    assert.equal(document.querySelector('.board-card-face [onerror]'), null)
    assert.equal(document.querySelector('.board-card-face a'), null)
  })
})

describe('the text of a card', () => {
  it('begins with a paragraph, whatever is written', () => {
    const card = { type: 'kanbanCard', attrs: { checked: true } }
    const of = (markdown: string): PageDocument => pageOf(markdown)
    const types = (markdown: string) =>
      withContent(card, of(markdown)).content?.map(({ type }) => type)
    assert.deepEqual(types('Text\n\n- a'), ['paragraph', 'bulletList'])
    assert.deepEqual(types('- a'), ['paragraph', 'bulletList'])
    assert.deepEqual(withContent(card, of('Text')).attrs, { checked: true })
  })
})
