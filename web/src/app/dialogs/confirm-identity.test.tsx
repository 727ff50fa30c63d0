import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

/** Something that asks for a recent sign-in. */
function MakeKey() {
  const { mutate } = useAction(() => client.keys.create({ name: 'k', expires: 'never' }), {
    done: 'It is made.',
  })
  return <button onClick={() => mutate()}>Make</button>
}

const stale = () => new Refusal(403, 'REAUTHENTICATION_REQUIRED', 'Confirm that it is you.')

/** A server that refuses until it is confirmed. */
function serve(user: Parameters<typeof renderSignedIn>[1] = {}, oidc: object | null = null) {
  const state = { isConfirmed: false }
  const methods = { password: true, passkeys: false, oidc, mail: true }
  const shown = renderSignedIn(
    <>
      <ConfirmIdentity />
      <MakeKey />
    </>,
    {
      ...user,
      answers: {
        '/app/keys/create': () => (state.isConfirmed ? { id: 'k', key: 'svc' } : stale()),
        '/app/sign-in/methods': () => methods,
        '/app/passkeys/list': () => ({ passkeys: [] }),
        '/app/session/confirm': ({ password }) => {
          if (password !== 'right') return invalid('/password', 'password')
          state.isConfirmed = true
          return { ok: true }
        },
      },
    },
  )
  return { ...shown, state }
}

const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Make' }))
  return screen.findByRole('dialog', { name: 'Confirm that it is you' })
}

describe('ConfirmIdentity', () => {
  it('asks when the server does, and does then what was asked for', async () => {
    const { asked } = serve()
    const dialog = await open()
    const password = await within(dialog).findByLabelText('Password')
    await userEvent.type(password, 'wrong')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    assert.ok(await within(dialog).findByText('This is not your password.'))
    assert.equal(within(dialog).queryByLabelText('Code'), null)
    await userEvent.clear(password)
    await userEvent.type(password, 'right')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    assert.ok(await screen.findByText('It is made.'))
    assert.equal(inputsOf(asked, '/app/keys/create').length, 2)
  })

  it('says what the server said where the person does not confirm', async () => {
    serve()
    await open()
    await userEvent.keyboard('{Escape}')
    assert.ok(await screen.findByText('Confirm that it is you, then try again.'))
  })

  it('asks for the code too where there is a second factor', async () => {
    const { asked } = serve({ user: { hasTotp: true } })
    const dialog = await open()
    await userEvent.type(await within(dialog).findByLabelText('Password'), 'right')
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    await screen.findByText('It is made.')
    assert.deepEqual(inputsOf(asked, '/app/session/confirm'), [
      { password: 'right', totp: '123456' },
    ])
  })

  it('leads to the provider in another tab where there is no password', async () => {
    const { state } = serve({ user: { hasPassword: false } }, { name: 'Acme' })
    const dialog = await open()
    const link = await within(dialog).findByRole('link', { name: 'Confirm with Acme' })
    assert.equal(link.getAttribute('target'), '_blank')
    assert.match(link.getAttribute('href') ?? '', /^\/app\/oidc\/start\?confirm=1/)
    assert.equal(within(dialog).queryByLabelText('Password'), null)
    link.addEventListener('click', (event) => event.preventDefault())
    await userEvent.click(link)
    state.isConfirmed = true
    await userEvent.click(within(dialog).getByRole('button', { name: /I have signed in/ }))
    await waitFor(() => assert.ok(screen.getByText('It is made.')))
  })
})
