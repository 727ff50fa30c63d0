import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, waitUntilIdle, waitFor } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { Composer } from './composer.tsx'

const members = [
  { id: '01890000-0000-7000-8000-000000000001', firstName: 'Ada', lastName: 'Lovelace' },
  { id: '01890000-0000-7000-8000-000000000002', firstName: 'Alan', lastName: 'Turing' },
  { id: '01890000-0000-7000-8000-000000000003', firstName: 'Bob', lastName: 'Brown' },
]
const answers = { '/v1/workspace/stats': () => ({ members }) }

type Given = Partial<Parameters<typeof Composer>[0]>

async function show(given: Given = {}) {
  const sent: string[] = []
  const { asked } = renderSignedIn(
    <Composer
      pageId="p1"
      field="reply t1"
      anchor="comment-c1"
      label="Reply"
      action="Send"
      onSend={async (markdown) => {
        sent.push(markdown)
        return true
      }}
      {...given}
    />,
    { answers },
  )
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
  return { user: userEvent.setup(), field, sent, asked }
}

const people = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const active = () =>
  screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true')

describe('Composer', () => {
  it('offers nothing until something is written', async () => {
    const { user, field, sent } = await show()
    assert.ok(screen.queryByRole('button') === null)
    await user.type(field, '   ')
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
    assert.equal(button.disabled, true)
    await user.keyboard('{Control>}{Enter}{/Control}')
    assert.deepEqual(sent, [])
  })

  it('keeps what was written when it was not sent', async () => {
    const { user, field } = await show({ onSend: async () => false })
    await user.type(field, 'Hello')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitUntilIdle()
    assert.equal(field.value, 'Hello')
    assert.equal(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled, false)
  })

  it('sends once while it is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let sent = 0
    const onSend = () => {
      sent += 1
      return promise
    }
    const { user, field } = await show({ onSend })
    await user.type(field, 'Hello{Control>}{Enter}{Enter}{/Control}')
    assert.equal(sent, 1)
    resolve(true)
    await waitFor(() => assert.equal(field.value, ''))
  })

  it('breaks the line by Enter, and sends by Control with Enter', async () => {
    const { user, field, sent } = await show()
    await user.type(field, 'One{Enter}Two{Control>}{Enter}{/Control}')
    assert.deepEqual(sent, ['One\nTwo'])
    await waitFor(() => assert.equal(field.value, ''))
  })

  it('is left by Escape where there is a way back', async () => {
    let cancelled = 0
    const { user, field } = await show({ onCancel: () => (cancelled += 1), takesFocus: true })
    assert.ok(document.activeElement === field)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    assert.equal(cancelled, 2)
  })
})

describe('an @ in a Composer', () => {
  it('asks for the people only then, and for none that match nobody', async () => {
    const { user, field, asked } = await show()
    await user.type(field, 'mail me at ada')
    assert.equal(inputsOf(asked, '/v1/workspace/stats').length, 0)
    await user.type(field, ' @zzz')
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/workspace/stats').length, 1))
    await waitUntilIdle()
    assert.deepEqual(people(), [])
  })

  it('is chosen by keyboard, and sent as a link to the person', async () => {
    const { user, field, sent } = await show()
    await user.type(field, 'Ask @a')
    await screen.findByRole('listbox', { name: 'People' })
    assert.deepEqual(people(), ['Ada Lovelace', 'Alan Turing'])
    assert.equal(active()?.id, field.getAttribute('aria-activedescendant'))
    await user.keyboard('{ArrowDown}')
    assert.equal(active()?.textContent, 'Alan Turing')
    await user.keyboard('{ArrowDown}')
    assert.equal(active()?.textContent, 'Ada Lovelace')
    await user.keyboard('{ArrowUp}{Enter}')
    assert.equal(field.value, 'Ask @Alan Turing ')
    assert.deepEqual(people(), [])
    await user.keyboard('{Control>}{Enter}{/Control}')
    assert.equal(sent.length, 1)
    assert.match(sent[0] ?? '', /^Ask \[@Alan Turing\]\(.*000000000002\)/)
  })

  it('is chosen by the pointer, without leaving the field', async () => {
    const { user, field } = await show()
    await user.type(field, '@bo')
    await user.click(await screen.findByRole('option', { name: 'Bob Brown' }))
    assert.equal(field.value, '@Bob Brown ')
    await waitFor(() => assert.ok(document.activeElement === field))
  })

  it('is left alone after Escape, which then does not leave the field', async () => {
    let cancelled = 0
    const { user, field } = await show({ onCancel: () => (cancelled += 1) })
    await user.type(field, '@a')
    await screen.findByRole('listbox')
    await user.keyboard('{Escape}')
    assert.ok(screen.queryByRole('listbox') === null)
    assert.equal(cancelled, 0)
    assert.equal(field.value, '@a')
  })
})
