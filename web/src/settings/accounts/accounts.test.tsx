import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Accounts } from './accounts.tsx'

const created = { createdAt: '2026-01-01T00:00:00.000Z', isAdministrator: false }
const bob = { id: 'b', firstName: 'Bob', lastName: 'Brown', email: 'bob@example.com', ...created }
const eve = { id: 'e', firstName: 'Eve', lastName: 'Smith', email: 'eve@example.com', ...created }
const accounts = [
  { ...bob, disabledAt: null },
  { ...eve, disabledAt: '2026-02-01T00:00:00.000Z' },
]
const answers = {
  '/app/accounts/list': () => ({ accounts, hasMore: false }),
  '/app/accounts/disable': () => ({ ok: true }),
  '/app/accounts/enable': () => ({ ok: true }),
}

describe('Accounts', () => {
  it('disables an account once that is confirmed', async () => {
    const { asked } = renderSignedIn(<Accounts />, { answers })
    const button = await screen.findByRole('button', { name: 'Disable the account of Bob Brown' })
    await userEvent.click(button)
    assert.deepEqual(inputsOf(asked, '/app/accounts/disable'), [])
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disable' }))
    await screen.findByText('Account of Bob Brown disabled')
    assert.deepEqual(inputsOf(asked, '/app/accounts/disable'), [{ userId: 'b' }])
  })

  it('enables one that is disabled', async () => {
    const { asked } = renderSignedIn(<Accounts />, { answers })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Enable the account of Eve Smith' }),
    )
    await screen.findByText('Account of Eve Smith enabled')
    assert.deepEqual(inputsOf(asked, '/app/accounts/enable'), [{ userId: 'e' }])
  })
})
