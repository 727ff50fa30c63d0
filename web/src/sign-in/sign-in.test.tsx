import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { answer, Refusal, render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { ada, allRights, inputsOf, invalid, lab } from '../../../test/support/web/signed-in.tsx'
import { Setup } from '../setup/setup.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import { Join } from './join.tsx'
import { ResetPassword } from './reset-password.tsx'
import { SignIn } from './sign-in.tsx'
import { Unsubscribe } from './unsubscribe.tsx'
import { VerifyEmail } from './verify-email.tsx'

const outsider = () => new Refusal(401, 'SIGN_IN_REQUIRED', 'Sign in first.')
const self = () => ({ user: ada, rights: allRights, workspaces: [{ ...lab, role: 'OWNER' }] })
const methods = { password: true, passkeys: false, oidc: null, mail: true, passwordLength: 8 }
const answers = {
  '/app/session/get': outsider,
  '/app/setup/status': () => ({ needed: false }),
  '/app/sign-in/methods': () => methods,
}
/** Somewhere to arrive at, and the doors by their addresses. */
const routes = [
  { path: '/sign-in', element: <SignIn /> },
  { path: '/setup', element: <Setup /> },
  { path: '/join', element: <Join /> },
  { path: '/reset-password', element: <ResetPassword /> },
  { path: '/verify-email', element: <VerifyEmail /> },
  { path: '/unsubscribe/:token', element: <Unsubscribe /> },
  { path: '*', element: <p>Arrived</p> },
]

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

async function fill(password = 'correct horse'): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('SignIn', () => {
  it('sends to the setup where nobody is yet', async () => {
    answer({ ...answers, '/app/setup/status': () => ({ needed: true }) })
    const { address } = render(routes, { at: '/sign-in' })
    await waitFor(() => assert.equal(address(), '/setup'))
  })

  it('says what was wrong', async () => {
    const refusal = new Refusal(401, 'SIGN_IN_FAILED', 'E-mail or password is wrong.')
    answer({ ...answers, '/app/session/create': () => refusal })
    render(routes, { at: '/sign-in' })
    await fill()
    assert.match(
      (await screen.findByRole('alert')).textContent ?? '',
      /email address, password or code is wrong/,
    )
  })

  it('says what came of signing in elsewhere, never what the address says', async () => {
    answer(answers)
    render(routes, { at: '/sign-in?error=%3Cb%3EPay%20here' })
    assert.match((await screen.findByRole('alert')).textContent ?? '', /provider failed/)
  })

  it('leads to no other site afterwards', async () => {
    for (const to of [
      '//evil.example',
      '/\\\\evil.example',
      '/..//evil.example',
      '/.//evil.example',
    ]) {
      answer({ ...answers, '/app/session/get': self })
      const { address, unmount } = render(routes, { at: { pathname: '/sign-in', state: { to } } })
      await screen.findByText('Arrived')
      assert.equal(address(), '/', to)
      unmount()
    }
  })

  it('goes on to where the person wanted to be', async () => {
    let isIn = false
    answer({
      ...answers,
      '/app/session/get': () => (isIn ? self() : outsider()),
      '/app/session/create': () => {
        isIn = true
        return { userId: 'u1' }
      },
    })
    const { address } = render(routes, { at: { pathname: '/sign-in', state: { to: '/pages/p1' } } })
    await fill()
    await screen.findByText('Arrived')
    assert.equal(address(), '/pages/p1')
  })

  it('asks for the second factor where there is one, and sends it with what was typed', async () => {
    const asked = answer({
      ...answers,
      '/app/session/create': ({ totp }) =>
        totp === undefined
          ? new Refusal(401, 'TOTP_REQUIRED', 'A code is needed.')
          : new Refusal(401, 'SIGN_IN_FAILED', 'The code is wrong.'),
    })
    render(routes, { at: '/sign-in' })
    await fill()
    await userEvent.type(await screen.findByLabelText('Code'), '123 456')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('The email address, password or code is wrong.')
    const [, second] = inputsOf(asked, '/app/session/create')
    assert.deepEqual(second, {
      email: 'ada@example.com',
      password: 'correct horse',
      totp: '123456',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as someone else' }))
    assert.ok(await screen.findByLabelText('Email'))
  })

  it('offers the ways that the server has, and no other', async () => {
    answer({ ...answers, '/app/sign-in/methods': () => ({ ...methods, oidc: { name: 'Acme' } }) })
    render(routes, { at: { pathname: '/sign-in', state: { to: '/pages/p1' } } })
    const link = await screen.findByRole('link', { name: 'Sign in with Acme' })
    assert.equal(link.getAttribute('href'), '/app/oidc/start?returnTo=%2Fpages%2Fp1')
    assert.equal(screen.queryByRole('button', { name: /passkey/ }), null)
  })
})

describe('Setup', () => {
  const open = { ...answers, '/app/setup/status': () => ({ needed: true }) }

  it('asks for the code where the address has none, and says where it stands', async () => {
    answer(open)
    render(routes, { at: '/setup' })
    assert.equal(document.activeElement, await screen.findByLabelText('Setup code'))
    assert.ok(screen.getByText('npm start'))
  })

  it('sends the code of the address with what was filled in', async () => {
    history.replaceState(null, '', '/setup#the-code')
    const asked = answer({
      ...open,
      '/app/setup/complete': () => invalid('/email', 'format'),
    })
    render(routes, { at: '/setup' })
    assert.equal(document.activeElement, await screen.findByLabelText('First name'))
    await userEvent.keyboard('Ada')
    await userEvent.type(screen.getByLabelText('Last name'), 'Lovelace')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.type(screen.getByLabelText('Workspace name'), 'Lab')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    assert.ok(await screen.findByText('Enter a valid email address.'))
    assert.deepEqual(inputsOf(asked, '/app/setup/complete'), [
      {
        code: 'the-code',
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example',
        password: 'correct horse',
        workspaceName: 'Lab',
      },
    ])
  })
})

describe('Join', () => {
  const invitation = { workspaceName: 'Lab', inviter: 'Bob Brown', role: 'MEMBER', email: null }

  it('says why an invitation does not work', async () => {
    const refusal = new Refusal(404, 'LINK_INVALID', 'This link was used or has expired.')
    answer({ ...answers, '/app/invitations/get': () => refusal })
    render(routes, { at: '/join' })
    assert.ok(await screen.findByText(/This link has expired or was already used/))
  })

  it('lets a new person in, at the address the invitation is for', async () => {
    history.replaceState(null, '', '/join#the-token')
    const asked = answer({
      ...answers,
      '/app/invitations/get': () => ({ ...invitation, email: 'eve@example.com' }),
      '/app/invitations/accept': () => new Refusal(409, 'ALREADY_EXISTS', 'Sign in first.'),
    })
    render(routes, { at: '/join' })
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    assert.equal(email.readOnly, true)
    await userEvent.type(screen.getByLabelText('First name'), 'Eve')
    await userEvent.type(screen.getByLabelText('Last name'), 'Evans')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Join' }))
    await screen.findByRole('alert')
    assert.deepEqual(inputsOf(asked, '/app/invitations/accept'), [
      {
        token: 'the-token',
        firstName: 'Eve',
        lastName: 'Evans',
        email: 'eve@example.com',
        password: 'correct horse',
      },
    ])
  })

  it('asks a signed-in person only whether to join', async () => {
    history.replaceState(null, '', '/join#the-token')
    const asked = answer({
      ...answers,
      '/app/session/get': self,
      '/app/invitations/get': () => invitation,
      '/app/invitations/accept': () => ({ workspaceId: 'w1' }),
    })
    render(routes, { at: '/join' })
    await userEvent.click(await screen.findByRole('button', { name: 'Join as Ada' }))
    await screen.findByText('Arrived')
    assert.deepEqual(inputsOf(asked, '/app/invitations/accept'), [{ token: 'the-token' }])
    assert.equal(sessionStorage.length, 0)
  })
})

describe('a new password', () => {
  const invitation = { workspaceName: 'Lab', inviter: 'Bob Brown', role: 'MEMBER', email: null }
  const screens = [
    { path: '/setup', label: 'Password', '/app/setup/status': () => ({ needed: true }) },
    { path: '/join', label: 'Password', '/app/invitations/get': () => invitation },
    {
      path: '/reset-password',
      label: 'New password',
      '/app/password/get-reset': () => ({ email: 'ada@example.com', keys: 'ended' }),
    },
  ]
  for (const { path, label, ...own } of screens) {
    it(`is as long as the server asks: ${path}`, async () => {
      history.replaceState(null, '', `${path}#the-token`)
      const long = () => ({ ...methods, passwordLength: 12 })
      answer({ ...answers, ...own, '/app/sign-in/methods': long })
      render(routes, { at: path })
      await screen.findByText(/At least 12 characters/)
      assert.equal(screen.getByLabelText<HTMLInputElement>(label).minLength, 12)
    })
  }
})

describe('ForgottenPassword', () => {
  it('says whom to ask where no mail is sent', async () => {
    answer({ ...answers, '/app/sign-in/methods': () => ({ ...methods, mail: false }) })
    render(<ForgottenPassword />)
    assert.ok(await screen.findByText(/Ask an owner or admin/))
  })

  it('does not tell whether there is such an account', async () => {
    answer({ ...answers, '/app/password/request-reset': () => ({ ok: true }) })
    render(<ForgottenPassword />)
    await userEvent.type(await screen.findByLabelText('Email'), 'eve@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
    assert.ok(await screen.findByText(/If an account has the address eve@example.com/))
  })
})

describe('ResetPassword', () => {
  it('asks for a whole link', async () => {
    answer(answers)
    render(routes, { at: '/reset-password' })
    assert.ok(await screen.findByRole('heading', { name: 'This link is incomplete' }))
  })

  const open = (keys: string, ended = { keys: 0, passkeys: 0 }) => {
    history.replaceState(null, '', '/reset-password#the-token')
    const asked = answer({
      ...answers,
      '/app/password/get-reset': () => ({ email: 'ada@example.com', keys }),
      '/app/password/reset': () => ({ ended }),
    })
    return { asked, ...render(routes, { at: '/reset-password' }) }
  }
  const set = async () => {
    await userEvent.type(await screen.findByLabelText('New password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }))
  }

  it('says why a link does not work', async () => {
    history.replaceState(null, '', '/reset-password#the-token')
    const refusal = new Refusal(404, 'LINK_INVALID', 'This link was used.')
    answer({ ...answers, '/app/password/get-reset': () => refusal })
    render(routes, { at: '/reset-password' })
    assert.ok(await screen.findByText(/This link has expired or was already used/))
  })

  it('sets the password and ends keys, and leads to signing in with it', async () => {
    const { asked, address } = open('chosen', { keys: 2, passkeys: 1 })
    await set()
    await waitFor(() => assert.equal(address(), '/sign-in'))
    assert.deepEqual(inputsOf(asked, '/app/password/reset'), [
      { token: 'the-token', password: 'correct horse', keys: 'end' },
    ])
    assert.ok(await screen.findByText(/2 API keys and 1 passkey revoked\./))
  })

  it('keeps keys where the person says so', async () => {
    const { asked } = open('chosen')
    await userEvent.click(await screen.findByRole('checkbox', { name: /Revoke API keys/ }))
    await set()
    await waitFor(() => assert.equal(inputsOf(asked, '/app/password/reset')[0]?.['keys'], 'keep'))
  })

  it('offers no choice where there is none', async () => {
    open('ended')
    assert.ok(await screen.findByText(/address of this account was never verified/))
    assert.equal(screen.queryByRole('checkbox'), null)
  })
})

describe('VerifyEmail', () => {
  it('asks a stranger to sign in first', async () => {
    history.replaceState(null, '', '/verify-email#the-token')
    answer(answers)
    render(routes, { at: '/verify-email' })
    assert.ok(await screen.findByRole('link', { name: 'Sign in' }))
  })

  it('confirms the address of who is signed in', async () => {
    history.replaceState(null, '', '/verify-email#the-token')
    const asked = answer({
      ...answers,
      '/app/session/get': self,
      '/app/profile/verify-email': () => ({ ok: true }),
    })
    const { address } = render(routes, { at: '/verify-email' })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify address' }))
    await waitFor(() => assert.equal(address(), '/'))
    assert.deepEqual(inputsOf(asked, '/app/profile/verify-email'), [{ token: 'the-token' }])
  })

  it('says why the link does not work', async () => {
    history.replaceState(null, '', '/verify-email#the-token')
    const refusal = new Refusal(404, 'LINK_INVALID', 'This link was used.')
    answer({
      ...answers,
      '/app/session/get': self,
      '/app/profile/verify-email': () => refusal,
    })
    render(routes, { at: '/verify-email' })
    await userEvent.click(await screen.findByRole('button', { name: 'Verify address' }))
    assert.ok(await screen.findByText(/This link has expired or was already used/))
  })
})

describe('Unsubscribe', () => {
  it('changes nothing until the button is pressed, and needs no session', async () => {
    let isKnown = false
    const asked = answer({
      ...answers,
      '/app/inbox/unsubscribe': () =>
        isKnown ? { ok: true } : new Refusal(404, 'LINK_INVALID', 'This link is invalid.'),
    })
    render(routes, { at: '/unsubscribe/the-token' })
    const button = await screen.findByRole('button', { name: 'Unsubscribe' })
    assert.deepEqual(inputsOf(asked, '/app/inbox/unsubscribe'), [])
    await userEvent.click(button)
    await screen.findByRole('alert')
    isKnown = true
    await userEvent.click(button)
    await screen.findByRole('heading', { name: 'You are unsubscribed' })
    assert.deepEqual(inputsOf(asked, '/app/inbox/unsubscribe').at(-1), { token: 'the-token' })
  })
})
