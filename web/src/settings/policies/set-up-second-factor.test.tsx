import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { answer, render, screen } from '../../../../test/support/web/screen.tsx'
import { ada, allRights } from '../../../../test/support/web/signed-in.tsx'
import { routes } from '../../app/routes.tsx'

const ok = () => ({ ok: true })

describe('a person who needs a second factor', () => {
  it('sees the set-up only, and the app after it', async () => {
    let isSetUp = false
    const asked = answer({
      '/app/session/get': () => ({
        user: { ...ada, hasTotp: isSetUp },
        rights: allRights,
        needsSecondFactor: !isSetUp,
        workspaces: [],
      }),
      '/app/passkeys/list': () => ({ passkeys: [] }),
      '/app/totp/begin': () => ({ secret: 'JBSWY3DP', uri: 'otpauth://totp/Quire:ada' }),
      '/app/totp/confirm': () => {
        isSetUp = true
        return { recoveryCodes: ['AAAA-BBBB'] }
      },
      '/app/session/remove': ok,
    })
    render(routes, { at: '/settings/server' })
    assert.ok(await screen.findByRole('heading', { name: 'Set up two-factor authentication' }))
    assert.ok(screen.getByRole('button', { name: 'Sign out' }))
    assert.deepEqual(
      asked.filter(({ path }) => !/session|passkeys|methods/.test(path)),
      [],
    )
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }))
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    await screen.findByText('AAAA-BBBB')
    await userEvent.click(screen.getByRole('button', { name: /saved/ }))
    assert.ok(await screen.findByRole('heading', { name: 'You are not in a workspace' }))
  })
})
