import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { replace, replaceGlobals } from '../../../test/support/processes/replace.ts'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

const now = () => new Date().toISOString()
const options = {
  challenge: 'AAAA',
  rp: { id: 'quire.test', name: 'Quire' },
  user: { id: 'AAAA', name: 'ada@example.com', displayName: 'Ada' },
  pubKeyCredParams: [],
}
const answers = {
  '/app/passkeys/list': () => ({ passkeys: [] }),
  '/app/passkeys/begin': () => options,
}

/** A browser that can keep passkeys; what the person does when asked. */
function device(create: () => Promise<unknown>): void {
  replaceGlobals({ PublicKeyCredential: function PublicKeyCredential() {} })
  replace(navigator, { credentials: { value: { create } } })
}

const refuse = (name: string) => () => Promise.reject(new DOMException('In other words.', name))

beforeEach(() => device(refuse('NotAllowedError')))
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
})

async function add(name = 'Laptop'): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'Add passkey' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a passkey' })
  await userEvent.type(within(dialog).getByLabelText('Name'), name)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }))
  return dialog
}

const words = async (dialog: HTMLElement) =>
  (await within(dialog).findByRole('alert')).textContent ?? ''

describe('a passkey', () => {
  it('is not offered where the browser keeps none', async () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
    renderSignedIn(<Passkeys />, { answers })
    assert.ok(await screen.findByText(/only on addresses that start with https/))
    assert.ok(screen.queryByRole('button', { name: 'Add passkey' }) === null)
  })

  it('is not added when the person closes what the browser asks', async () => {
    const { asked } = renderSignedIn(<Passkeys />, { answers })
    const dialog = await add()
    assert.match(await words(dialog), /The passkey was not confirmed in time/)
    assert.deepEqual(inputsOf(asked, '/app/passkeys/finish'), [])
  })

  it('is not added twice to one device', async () => {
    device(refuse('InvalidStateError'))
    renderSignedIn(<Passkeys />, { answers })
    assert.match(await words(await add()), /already has a passkey/)
  })

  it('is not begun when the server refuses', async () => {
    let asks = 0
    device(async () => (asks += 1))
    const refusal = new Refusal(403, 'FORBIDDEN', 'Passkeys need an address with https.')
    renderSignedIn(<Passkeys />, { answers: { ...answers, '/app/passkeys/begin': () => refusal } })
    assert.match(await words(await add()), /Passkeys need a secure connection/)
    assert.equal(asks, 0)
  })

  it('is added by the name it was given', async () => {
    const bytes = new Uint8Array([1, 2, 3]).buffer
    device(async () => ({
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      response: { attestationObject: bytes, clientDataJSON: bytes },
      getClientExtensionResults: () => ({}),
    }))
    const { asked } = renderSignedIn(<Passkeys />, {
      answers: { ...answers, '/app/passkeys/finish': () => ({ ok: true }) },
    })
    await add('Phone')
    assert.ok(await screen.findByText('Passkey added'))
    const [sent] = inputsOf(asked, '/app/passkeys/finish')
    assert.equal(sent?.['name'], 'Phone')
    assert.equal(inputsOf(asked, '/app/passkeys/list').length, 2)
    await waitFor(() => assert.ok(screen.queryByRole('dialog') === null))
  })

  it('says when it was used last, if ever', async () => {
    const passkeys = [
      { id: 'p1', name: 'Laptop', createdAt: now(), lastUsedAt: null },
      { id: 'p2', name: 'Phone', createdAt: now(), lastUsedAt: now() },
    ]
    renderSignedIn(<Passkeys />, {
      answers: { ...answers, '/app/passkeys/list': () => ({ passkeys }) },
    })
    const [laptop, phone] = await screen.findAllByRole('listitem')
    assert.match(laptop?.textContent ?? '', /^LaptopAdded just now$/)
    assert.match(phone?.textContent ?? '', /^PhoneAdded just now · last used just now$/)
  })
})

describe('the browsers one is signed in on', () => {
  const session = {
    id: 's1',
    userAgent: 'curl/8.0',
    address: '192.0.2.7',
    get createdAt() {
      return now()
    },
    get lastUsedAt() {
      return now()
    },
  }
  const list = { '/app/session/list': () => ({ sessions: [{ ...session, isCurrent: false }] }) }

  it('are signed out only after asking', async () => {
    const { asked } = renderSignedIn(<Sessions />, { answers: list })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    assert.deepEqual(inputsOf(asked, '/app/session/remove-all'), [])
  })

  it('stay signed in when the server refuses, and the person reads why', async (t) => {
    const { mock } = t.mock.method(location, 'assign', () => undefined)
    const refusal = new Refusal(503, 'BUSY', 'The store is busy. Try again.')
    renderSignedIn(<Sessions />, {
      answers: { ...list, '/app/session/remove-all': () => refusal },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
    assert.ok(await screen.findByText('The server is busy. Try again in a moment.'))
    assert.equal(mock.callCount(), 0)
  })

  it('are signed out one by one, and the list says so', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'
    let sessions = [
      { ...session, isCurrent: true },
      { ...session, id: 's2', userAgent, isCurrent: false },
    ]
    const { asked } = renderSignedIn(<Sessions />, {
      answers: {
        '/app/session/list': () => ({ sessions }),
        '/app/session/end': ({ sessionId }) => {
          sessions = sessions.filter(({ id }) => id !== sessionId)
          return { ok: true }
        },
      },
    })
    const name = 'Sign out of Firefox on Windows'
    await userEvent.click(await screen.findByRole('button', { name }))
    const dialog = await screen.findByRole('dialog', { name: `${name}?` })
    assert.deepEqual(inputsOf(asked, '/app/session/end'), [])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    assert.ok(await screen.findByText('Browser signed out'))
    assert.deepEqual(inputsOf(asked, '/app/session/end'), [{ sessionId: 's2' }])
    assert.equal(screen.getAllByRole('listitem').length, 1)
  })

  it('say why one could not be signed out', async () => {
    const refusal = new Refusal(404, 'NOT_FOUND', 'Load the list again.')
    renderSignedIn(<Sessions />, { answers: { ...list, '/app/session/end': () => refusal } })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Sign out of Unknown browser' }),
    )
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    assert.ok(await screen.findByText(/This no longer exists/))
  })

  it('lead to the door when it is this one', async (t) => {
    const { mock } = t.mock.method(location, 'assign', () => undefined)
    renderSignedIn(<Sessions />, {
      answers: {
        '/app/session/list': () => ({ sessions: [{ ...session, isCurrent: true }] }),
        '/app/session/remove': () => ({ ok: true }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out of this browser' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out of this browser?' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => assert.deepEqual(mock.calls[0]?.arguments, ['/sign-in']))
  })

  it('are all signed out, this one too', async (t) => {
    const { mock } = t.mock.method(location, 'assign', () => undefined)
    renderSignedIn(<Sessions />, {
      answers: { ...list, '/app/session/remove-all': () => ({ ok: true }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() => assert.deepEqual(mock.calls[0]?.arguments, ['/sign-in']))
  })
})

describe('an authenticator app', () => {
  const begin = { '/app/totp/begin': () => ({ secret: 'JBSW', uri: 'otpauth://totp/x' }) }

  it('is not on until a code of it is right', async () => {
    const { asked } = renderSignedIn(<AuthenticatorApp hasTotp={false} />, {
      answers: { ...begin, '/app/totp/confirm': () => invalid('/code', 'totp') },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    await userEvent.type(await screen.findByLabelText('Code'), '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    assert.ok(await screen.findByText(/This code is not correct/))
    assert.ok(screen.queryByRole('button', { name: 'I’ve saved the codes' }) === null)
    assert.equal(inputsOf(asked, '/app/session/get').length, 1)
  })

  it('says why it cannot be set up', async () => {
    const refusal = new Refusal(409, 'ALREADY_EXISTS', 'Remove it first.')
    renderSignedIn(<AuthenticatorApp hasTotp={false} />, {
      answers: { '/app/totp/begin': () => refusal },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
    assert.match(
      await words(await screen.findByRole('dialog')),
      /Two-factor authentication is already on/,
    )
  })

  it('stays on with a wrong password', async () => {
    renderSignedIn(<AuthenticatorApp hasTotp />, {
      answers: { '/app/totp/remove': () => invalid('/password', 'password') },
    })
    assert.ok(await screen.findByText('On'))
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Password'), 'guess')
    await userEvent.type(dialog.getByLabelText('Code'), '123456')
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }))
    assert.ok(await dialog.findByText('This is not your password.'))
  })
})
