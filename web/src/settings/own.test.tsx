import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { switchLanguage } from '../lib/language.ts'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { Settings } from './settings.tsx'
import { WorkspaceSettings } from './workspace.tsx'

const ok = () => ({ ok: true })
const now = () => new Date().toISOString()
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
const session = { id: 's1', userAgent: safari, isCurrent: true }
const security = {
  '/app/session/list': () => ({
    sessions: [{ ...session, createdAt: now(), lastUsedAt: now() }],
  }),
  '/app/passkeys/list': () => ({ passkeys: [] }),
}

describe('the address of a person', () => {
  const methods = { password: true, passkeys: false, oidc: null, mail: true }

  it('is said to be not verified, and a link to confirm it is sent', async () => {
    const { asked } = renderSignedIn(<Profile />, {
      user: { emailVerified: false },
      answers: {
        '/app/sign-in/methods': () => methods,
        '/app/profile/request-verification': ok,
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Send verification link' }))
    assert.ok(await screen.findByText(/We sent a link to ada@example\.com/))
    assert.equal(inputsOf(asked, '/app/profile/request-verification').length, 1)
  })

  it('says nothing of it once it is', async () => {
    renderSignedIn(<Profile />, { answers: { '/app/sign-in/methods': () => methods } })
    await screen.findByRole('textbox', { name: 'Email' })
    assert.equal(screen.queryByText('Not verified'), null)
  })

  it('is changed with the code where there is a second factor', async () => {
    const { asked } = renderSignedIn(<Profile />, {
      user: { hasTotp: true },
      answers: { '/app/profile/update': ok },
    })
    await userEvent.type(await screen.findByLabelText('Password'), 'secret')
    await userEvent.type(screen.getByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Save email' }))
    await screen.findByText('Email saved')
    assert.deepEqual(inputsOf(asked, '/app/profile/update'), [
      { email: 'ada@example.com', password: 'secret', totp: '123456' },
    ])
  })
})

describe('a changed password', () => {
  it('is as long as the server asks', async () => {
    const answers = { ...security, '/app/sign-in/methods': () => ({ passwordLength: 12 }) }
    renderSignedIn(<Security />, { answers })
    await screen.findByText(/At least 12 characters/)
    assert.equal(screen.getByLabelText<HTMLInputElement>('New password').minLength, 12)
    assert.equal(screen.getByLabelText<HTMLInputElement>('Current password').minLength, -1)
  })

  it('ends keys where the person says so', async () => {
    const { asked } = renderSignedIn(<Security />, {
      answers: { ...security, '/app/profile/change-password': ok },
    })
    await userEvent.type(await screen.findByLabelText('Current password'), 'before')
    await userEvent.type(screen.getByLabelText('New password'), 'violet harbour crane')
    await userEvent.click(screen.getByRole('checkbox', { name: /Also revoke my API keys/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password saved')
    assert.deepEqual(inputsOf(asked, '/app/profile/change-password'), [
      { next: 'violet harbour crane', current: 'before', keys: 'end' },
    ])
  })
})

describe('a password that someone else may know', () => {
  it('ends keys unless the person decides otherwise', async () => {
    const { asked } = renderSignedIn(<Security />, {
      answers: { ...security, '/app/profile/change-password': ok },
    })
    await userEvent.click(
      await screen.findByRole('checkbox', { name: /Someone else may know my current password/ }),
    )
    const ends = screen.getByRole<HTMLInputElement>('checkbox', { name: /Also revoke my API keys/ })
    assert.equal(ends.checked, true)
    await userEvent.click(ends)
    assert.equal(ends.checked, false)
    await userEvent.click(ends)
    await userEvent.type(screen.getByLabelText('Current password'), 'before')
    await userEvent.type(screen.getByLabelText('New password'), 'violet harbour crane')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password saved')
    assert.deepEqual(inputsOf(asked, '/app/profile/change-password'), [
      { next: 'violet harbour crane', current: 'before', keys: 'end' },
    ])
  })
})

describe('Profile', () => {
  it('shows at its field that an address is taken', async () => {
    renderSignedIn(<Profile />, {
      answers: { '/app/profile/update': () => invalid('/email', 'format') },
    })
    await userEvent.type(await screen.findByLabelText('Password'), 'secret')
    await userEvent.click(screen.getByRole('button', { name: 'Save email' }))
    assert.ok(await screen.findByText('Enter a valid email address.'))
  })

  it('saves the name alone', async () => {
    const { asked } = renderSignedIn(<Profile />, { answers: { '/app/profile/update': ok } })
    const name = await screen.findByLabelText('First name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Augusta')
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
    await screen.findByText('Name saved')
    assert.deepEqual(inputsOf(asked, '/app/profile/update'), [
      { firstName: 'Augusta', lastName: 'Lovelace' },
    ])
    assert.equal(inputsOf(asked, '/app/session/get').length, 2)
  })

  it('saves the language', async () => {
    const { asked } = renderSignedIn(<Profile />, { answers: { '/app/profile/update': ok } })
    const language = await screen.findByRole('combobox', { name: 'Language' })
    await userEvent.selectOptions(language, 'Deutsch (machine-translated)')
    await screen.findByText('Language saved')
    assert.deepEqual(inputsOf(asked, '/app/profile/update'), [{ language: 'de' }])
  })

  it('returns to the language of the browser', async () => {
    await switchLanguage('de')
    try {
      const { asked } = renderSignedIn(<Profile />, {
        user: { language: 'de' },
        answers: { '/app/profile/update': ok },
      })
      const language = await screen.findByRole('combobox', { name: 'Sprache' })
      await userEvent.selectOptions(language, 'Wie im Browser')
      await screen.findByRole('combobox', { name: 'Language' })
      assert.deepEqual(inputsOf(asked, '/app/profile/update'), [{ language: null }])
    } finally {
      await switchLanguage('en')
    }
  })

  it('offers the data of the person as a file', async () => {
    renderSignedIn(<Profile />)
    const link = await screen.findByRole('link', { name: 'Download your data' })
    assert.equal(link.getAttribute('href'), '/app/profile/export')
    assert.equal(link.hasAttribute('download'), true)
  })

  it('asks no password of who has none', async () => {
    renderSignedIn(<Profile />, { user: { hasPassword: false } })
    await screen.findByRole('textbox', { name: 'Email' })
    assert.equal(document.querySelector('input[type=password]'), null)
  })
})

describe('Security', () => {
  it('changes the password against the one before', async () => {
    const { asked } = renderSignedIn(<Security />, {
      answers: { ...security, '/app/profile/change-password': ok },
    })
    await userEvent.type(await screen.findByLabelText('Current password'), 'the old one')
    await userEvent.type(screen.getByLabelText('New password'), 'the new one')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('Password saved')
    assert.deepEqual(inputsOf(asked, '/app/profile/change-password'), [
      { current: 'the old one', next: 'the new one' },
    ])
  })

  it('says where one is signed in', async () => {
    renderSignedIn(<Security />, { answers: security })
    const row = await screen.findByText('Safari on iPhone')
    assert.match(row.closest('li')?.textContent ?? '', /This browserLast used just now/)
  })

  it('turns an authenticator app on with a code of it, and shows recovery codes once', async () => {
    const { asked } = renderSignedIn(<Security />, {
      answers: {
        ...security,
        '/app/totp/begin': () => ({
          secret: 'JBSWY3DP',
          uri: 'otpauth://totp/Quire:ada?secret=JBSWY3DP',
        }),
        '/app/totp/confirm': () => ({ recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    assert.ok(await screen.findByRole('img', { name: 'QR code of the key below' }))
    assert.ok(screen.getByText('JBSWY3DP'))
    await userEvent.type(screen.getByLabelText('Code'), '123 456')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    assert.ok(await screen.findByText('aaaa-bbbb'))
    assert.deepEqual(inputsOf(asked, '/app/totp/confirm'), [{ code: '123456' }])
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved the codes' }))
    assert.equal(screen.queryByText('aaaa-bbbb'), null)
  })

  it('turns it off only with the password', async () => {
    const { asked } = renderSignedIn(<Security />, {
      user: { hasTotp: true },
      answers: { ...security, '/app/totp/remove': ok },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Password'), 'secret')
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456')
    const [, turnOff] = screen.getAllByRole('button', { name: 'Turn off' })
    assert.ok(turnOff)
    await userEvent.click(turnOff)
    await screen.findByText('Authenticator app turned off')
    assert.deepEqual(inputsOf(asked, '/app/totp/remove'), [{ password: 'secret', totp: '123456' }])
  })

  it('removes a passkey after asking', async () => {
    const passkey = { id: 'p1', name: 'Laptop', createdAt: now(), lastUsedAt: now() }
    const { asked } = renderSignedIn(<Security />, {
      answers: {
        ...security,
        '/app/passkeys/list': () => ({ passkeys: [passkey] }),
        '/app/passkeys/remove': ok,
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the passkey Laptop' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await screen.findByText('Passkey removed')
    assert.deepEqual(inputsOf(asked, '/app/passkeys/remove'), [{ passkeyId: 'p1' }])
  })
})

describe('WorkspaceSettings', () => {
  const settings = { name: 'Lab', slug: 'lab', instructions: 'Write in British English.' }
  const answers = {
    '/v1/skills/list': () => ({ skills: [], reviewRequired: false }),
    '/app/workspace-settings/get': () => settings,
    '/app/permissions/hidden': () => ({ items: [], nextCursor: null }),
    '/v1/proposals/settings': () => ({ proposeOnly: false, acceptsOwn: false }),
    '/app/workspace-settings/update': ok,
    '/v1/daily-pages/settings': () => ({ parentId: null, title: '{{date}}', templateId: null }),
    '/v1/templates/list': () => ({ templates: [], defaultId: null }),
  }

  it('tells a member who may change it, and asks for nothing', async () => {
    const { asked } = renderSignedIn(<WorkspaceSettings />, { role: 'MEMBER', answers })
    assert.ok(await screen.findByRole('heading', { name: 'You don’t have access to this setting' }))
    assert.deepEqual(inputsOf(asked, '/app/workspace-settings/get'), [])
  })

  it('saves the text for agents, and takes it away where it is empty', async () => {
    const { asked } = renderSignedIn(<WorkspaceSettings />, { answers })
    const field = await screen.findByLabelText('Instructions for agents, in Markdown')
    await userEvent.clear(field)
    await userEvent.click(screen.getByRole('button', { name: 'Save instructions' }))
    await screen.findByText('Instructions saved. Agents read them from now on.')
    assert.deepEqual(inputsOf(asked, '/app/workspace-settings/update'), [
      { workspaceId: 'w1', instructions: null },
    ])
  })

  it('makes another workspace and opens it', async () => {
    const workspaces = [{ id: 'w1', name: 'Lab', slug: 'lab', role: 'OWNER' as const }]
    renderSignedIn(<WorkspaceSettings />, {
      workspaces,
      answers: {
        ...answers,
        '/app/workspace-settings/create': ({ name }) => {
          workspaces.push({ id: 'w2', name: String(name), slug: 'home', role: 'OWNER' })
          return { id: 'w2' }
        },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New workspace' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Home')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    await screen.findByText('You are now in Home.')
    assert.equal(localStorage.getItem('quire.workspace'), 'w2')
  })

  it('says that the name was refused', async () => {
    const refusal = new Refusal(403, 'FORBIDDEN', 'Only owners and admins may do this.')
    renderSignedIn(<WorkspaceSettings />, {
      answers: { ...answers, '/app/workspace-settings/update': () => refusal },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Save name' }))
    assert.match((await screen.findByRole('alert')).textContent ?? '', /You do not have permission/)
  })
})

describe('Settings', () => {
  it('lists for a viewer only what a viewer may see', async () => {
    renderSignedIn(<Settings />, {
      role: 'VIEWER',
      rights: { isAdministrator: false },
    })
    await screen.findByRole('navigation', { name: 'Settings' })
    const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
    assert.deepEqual(links, ['Profile', 'Sign-in', 'API keys', 'Notifications', 'Members', 'Chats'])
  })
})
