import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useQueryClient } from '@tanstack/react-query'
import { userEvent } from '@testing-library/user-event'
import { answer, Refusal, render, screen } from '../../../test/support/web/screen.tsx'
import { ada, allRights, inputsOf, lab } from '../../../test/support/web/signed-in.tsx'
import { leave, useSignedInRedirect } from './sign-in-redirect.ts'

function SignInStub({ failed }: { failed: (error: unknown) => void }) {
  const enter = useSignedInRedirect()
  const queries = useQueryClient()
  const fill = () => {
    queries.setQueryData(['pages', 'list'], ['of somebody else'])
    queries.setQueryData(['session'], { user: { firstName: 'Eve' }, workspaces: [] })
  }
  return (
    <>
      <button onClick={fill}>Look around as Eve</button>
      <button onClick={() => void enter('/pages/p1').catch(failed)}>Enter</button>
    </>
  )
}

function Inside() {
  const queries = useQueryClient()
  const session = queries.getQueryData<{ user: { firstName: string } }>(['session'])
  const seen = queries.getQueryData(['pages', 'list'])
  return (
    <p>
      {session?.user.firstName} sees {seen === undefined ? 'nothing old' : 'old pages'}
    </p>
  )
}

function show(session: () => unknown) {
  const errors: unknown[] = []
  const asked = answer({ '/app/session/get': session })
  const { address } = render(
    [
      { path: '/sign-in', element: <SignInStub failed={(error) => errors.push(error)} /> },
      { path: '/pages/:pageId', Component: Inside },
    ],
    { at: '/sign-in' },
  )
  return { address, asked, errors }
}

describe('useSignedInRedirect', () => {
  it('stays at the door when the session is refused', async () => {
    const refusal = new Refusal(401, 'SIGN_IN_REQUIRED', 'Sign in first.')
    const { address, errors } = show(() => refusal)
    await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
    assert.equal(errors.length, 1)
    assert.equal(address(), '/sign-in')
  })

  it('forgets what another person saw, and reads who this one is', async () => {
    const { address, asked } = show(() => ({
      user: ada,
      rights: allRights,
      workspaces: [{ ...lab, role: 'OWNER' }],
    }))
    await userEvent.click(screen.getByRole('button', { name: 'Look around as Eve' }))
    await userEvent.click(screen.getByRole('button', { name: 'Enter' }))
    assert.ok(await screen.findByText('Ada sees nothing old'))
    assert.equal(address(), '/pages/p1')
    assert.equal(inputsOf(asked, '/app/session/get').length, 1)
  })
})

describe('leave', () => {
  it('goes to the door', (t) => {
    const { mock } = t.mock.method(location, 'assign', () => undefined)
    leave()
    assert.deepEqual(mock.calls[0]?.arguments, ['/sign-in'])
  })
})
