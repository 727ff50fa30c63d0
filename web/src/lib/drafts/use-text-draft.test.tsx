import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { screen, waitFor, waitUntilIdle } from '../../../../test/support/web/screen.tsx'
import { ada, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { forgetTexts, leftTexts } from './open-text.ts'
import { listTexts } from './text-drafts.ts'
import { useLeftText, useTextDraft } from './use-text-draft.ts'

const field = 'note 1'

/** A field in a browser without a database: what is written lasts as long as the tab. */
function Note({ send }: { send: () => Promise<void> }) {
  const [text, setText] = useState('')
  const drop = useTextDraft({
    field,
    title: 'Note',
    address: '/notes/1',
    pageId: 'p1',
    edit: text === '' ? undefined : text,
    read: () => ({ texts: { text } }),
    restore: ({ texts }) => setText(texts['text'] ?? ''),
  })
  return (
    <>
      <textarea
        aria-label="Note"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button onClick={() => void send().then(drop)}>Send</button>
    </>
  )
}

function Screens({ send }: { send: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(true)
  const [isLeft, setLeft] = useState(false)
  useLeftText(isOpen ? undefined : field, () => setLeft(true))
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Leave' : 'Return'}</button>
      {isOpen ? <Note send={send} /> : isLeft && 'Something is left.'}
    </>
  )
}

async function show(send: () => Promise<void> = async () => {}) {
  renderSignedIn(<Screens send={send} />)
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const note = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  const leave = async () => {
    await press('Leave')
    await waitUntilIdle()
  }
  await note()
  return { press, note, leave, write: async (text: string) => userEvent.type(await note(), text) }
}

/** Whether the browser asks the person before it closes the tab. */
function asksBeforeClosing(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

const texts = async (userId = ada.id) =>
  (await listTexts(userId)).map(({ draft, where }) => [draft.texts['text'], where])

describe('a text that is written', () => {
  it('returns with its field', async () => {
    const { press, note, leave, write } = await show()
    await write('Buy rye')
    await leave()
    assert.ok(await screen.findByText('Something is left.'))
    assert.deepEqual(await texts(), [['Buy rye', 'gone']])
    await press('Return')
    await waitFor(async () => assert.equal((await note()).value, 'Buy rye'))
    await write(' bread')
    await leave()
    await press('Return')
    await waitFor(async () => assert.equal((await note()).value, 'Buy rye bread'))
    await waitFor(async () => assert.deepEqual(await texts(), [['Buy rye bread', 'here']]))
  })

  it('names what is needed to find and continue it', async () => {
    const { leave, write } = await show()
    await write('Buy rye')
    await leave()
    const [left] = await leftTexts(ada.id, field)
    assert.ok(left !== undefined)
    const { title, address, pageId, workspaceId } = left.draft
    assert.deepEqual([title, address, pageId, workspaceId], ['Note', '/notes/1', 'p1', 'w1'])
  })

  it('is shown to its writer only', async () => {
    const { leave, write } = await show()
    await write('Buy rye')
    await leave()
    assert.deepEqual(await texts('u2'), [])
  })

  it('is forgotten once it is sent, also if its field is gone by then', async () => {
    const sent = Promise.withResolvers<void>()
    const { press, leave, write } = await show(() => sent.promise)
    await write('Buy rye')
    await press('Send')
    await leave()
    assert.deepEqual(await texts(), [['Buy rye', 'gone']])
    sent.resolve()
    await waitFor(async () => assert.deepEqual(await texts(), []))
    assert.equal(asksBeforeClosing(), false)
  })

  it('is forgotten when it is deleted letter by letter', async () => {
    const { note, leave, write } = await show()
    await write('Buy')
    await userEvent.clear(await note())
    await leave()
    assert.deepEqual(await texts(), [])
  })

  it('is forgotten when something else has sent it', async () => {
    const { write, leave } = await show()
    await write('Buy rye')
    await forgetTexts(ada.id, [field])
    await leave()
    assert.deepEqual(await texts(), [])
  })

  it('has the browser ask before the tab closes only while it would be lost', async () => {
    const { note, write } = await show()
    assert.equal(asksBeforeClosing(), false)
    await write('Buy rye')
    assert.equal(asksBeforeClosing(), true)
    await userEvent.clear(await note())
    await waitUntilIdle()
    assert.equal(asksBeforeClosing(), false)
  })
})
