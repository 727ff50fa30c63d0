import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { answer, Refusal, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { ada, allRights, inputsOf, lab } from '../../../test/support/web/signed-in.tsx'
import { Setup } from './setup.tsx'

const routes = [
  { path: '/setup', element: <Setup /> },
  { path: '*', element: <p>Elsewhere</p> },
]

async function fill(): Promise<void> {
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Lovelace'],
    ['Email', 'ada@example.com'],
    ['Password', 'correct horse'],
    ['Workspace name', 'Lab'],
  ] as const) {
    await userEvent.type(await screen.findByLabelText(label), text)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
}

describe('Setup', () => {
  beforeEach(() => {
    sessionStorage.clear()
    history.replaceState(null, '', '/setup#printed-code')
  })

  it('keeps the code for another try when the server refuses', async () => {
    const asked = answer({
      '/app/setup/status': () => ({ needed: true }),
      '/app/setup/complete': () => new Refusal(404, 'LINK_INVALID', 'This code is not valid.'),
    })
    render(routes, { at: '/setup' })
    await fill()
    assert.ok(await screen.findByText(/This link has expired or was already used/))
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/app/setup/complete').length, 2))
    assert.equal(inputsOf(asked, '/app/setup/complete')[1]?.['code'], 'printed-code')
  })

  it('goes into the app, and forgets the code', async () => {
    let isDone = false
    answer({
      '/app/setup/status': () => ({ needed: !isDone }),
      '/app/session/get': () => ({
        user: ada,
        rights: allRights,
        workspaces: [{ ...lab, role: 'OWNER' }],
      }),
      '/app/setup/complete': () => {
        isDone = true
        return { userId: 'u1', workspaceId: 'w1' }
      },
    })
    render(routes, { at: '/setup' })
    await fill()
    assert.ok(await screen.findByText('Elsewhere'))
    assert.equal(sessionStorage.length, 0)
  })

  it('is not shown once there is someone', async () => {
    answer({ '/app/setup/status': () => ({ needed: false }) })
    const { address } = render(routes, { at: '/setup' })
    await waitFor(() => assert.equal(address(), '/sign-in'))
  })
})
