import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { pageOf } from '../../../test/support/web/editor.ts'
import { answer, render, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, invalid, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { PageIcon } from './emoji/page-icon.tsx'
import { NewPasswordField, PasswordField, TextField } from './forms/fields.tsx'
import { Form } from './forms/form.tsx'
import { NewWorkspace } from './forms/new-workspace.tsx'
import { PageText } from './page-text.tsx'
import { CardScreen } from './screens/card-screen.tsx'
import { Section } from './screens/section.tsx'
import { SettingsScreen } from './screens/settings-screen.tsx'

describe('CardScreen', () => {
  it('is the one thing on the screen, and names the window', () => {
    render(
      <CardScreen title="Sign in" description="With your e-mail." footer={<a href="/x">Help</a>}>
        <button>Go</button>
      </CardScreen>,
    )
    const main = within(screen.getByRole('main'))
    assert.ok(main.getByRole('heading', { level: 1, name: 'Sign in' }))
    assert.ok(main.getByText('With your e-mail.'))
    assert.ok(main.getByRole('link', { name: 'Help' }))
    assert.equal(document.title, 'Sign in · Quire')
  })
})

describe('SettingsScreen', () => {
  it('has one heading, and sections that are named', () => {
    render(
      <SettingsScreen title="Security" description="How you sign in.">
        <Section title="Password" description="Eight letters." action={<button>Change</button>} />
        <Section title="Passkeys">None yet.</Section>
      </SettingsScreen>,
    )
    assert.equal(document.title, 'Security · Quire')
    assert.equal(screen.getAllByRole('heading', { level: 1 }).length, 1)
    const password = within(screen.getByRole('region', { name: 'Password' }))
    assert.ok(password.getByRole('heading', { level: 2, name: 'Password' }))
    assert.ok(password.getByRole('button', { name: 'Change' }))
    const passkeys = screen.getByRole('region', { name: 'Passkeys' })
    assert.equal(passkeys.textContent, 'PasskeysNone yet.')
  })
})

describe('PasswordField', () => {
  it('shows what was typed by keyboard, and only then', async () => {
    const user = userEvent.setup()
    render(
      <Form label="Save" submit={async () => undefined}>
        <PasswordField name="password" label="Password" />
      </Form>,
    )
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    assert.equal(field.autocomplete, 'current-password')
    await user.type(field, 'secret')
    assert.equal(field.type, 'password')
    await user.tab()
    await user.keyboard('{Enter}')
    assert.equal(field.type, 'text')
  })
})

describe('NewPasswordField', () => {
  const show = () => {
    render(
      <Form label="Save" submit={async () => undefined}>
        <NewPasswordField name="password" label="Password" />
      </Form>,
    )
    return screen.getByLabelText<HTMLInputElement>('Password')
  }

  it('asks for the least that any server takes while it does not know this one', () => {
    answer({})
    const field = show()
    assert.equal(field.minLength, 8)
    assert.equal(field.required, true)
    assert.equal(field.autocomplete, 'new-password')
    assert.ok(screen.getByText(/At least 8 characters\./))
  })

  it('says how long it has to be on this server', async () => {
    answer({ '/app/sign-in/methods': () => ({ passwordLength: 12 }) })
    const field = show()
    await screen.findByText(/At least 12 characters\./)
    assert.equal(field.minLength, 12)
  })
})

describe('Form', () => {
  it('cannot be sent twice while the server has not answered', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let sent = 0
    const submit = () => {
      sent += 1
      return promise
    }
    render(
      <Form label="Save" submit={submit} aside={<a href="/back">Back</a>}>
        <TextField name="name" label="Name" defaultValue="Lab" />
      </Form>,
    )
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    await userEvent.click(button)
    await waitFor(() => assert.equal(button.disabled, true))
    await userEvent.click(button)
    assert.equal(sent, 1)
    resolve()
    await waitFor(() => assert.equal(button.disabled, false))
    assert.ok(screen.getByRole('link', { name: 'Back' }))
  })
})

describe('NewWorkspace', () => {
  const show = (answers: Parameters<typeof renderSignedIn>[1]) => {
    const closed: string[] = []
    const close = () => closed.push('closed')
    return { closed, ...renderSignedIn(<NewWorkspace isOpen close={close} />, answers) }
  }

  it('says at the name what is wrong with it, and stays open', async () => {
    const { closed } = show({
      answers: { '/app/workspace-settings/create': () => invalid('/name', 'maxLength') },
    })
    await userEvent.type(await screen.findByLabelText('Name'), 'L')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    assert.ok(await screen.findByText('Use at most 100 characters.'))
    assert.deepEqual(closed, [])
    assert.equal(localStorage.getItem('quire.workspace'), null)
  })

  it('makes it, opens it and closes', async () => {
    const { asked, closed } = show({
      answers: { '/app/workspace-settings/create': () => ({ id: 'w2' }) },
    })
    await userEvent.type(await screen.findByLabelText('Name'), 'Home')
    await userEvent.click(screen.getByRole('button', { name: 'Create workspace' }))
    assert.ok(await screen.findByText('You are now in Home.'))
    assert.deepEqual(inputsOf(asked, '/app/workspace-settings/create'), [{ name: 'Home' }])
    assert.equal(inputsOf(asked, '/app/session/get').length, 2)
    assert.equal(localStorage.getItem('quire.workspace'), 'w2')
    assert.deepEqual(closed, ['closed'])
  })
})

describe('PageText', () => {
  it('shows a page to read, and runs nothing of it', () => {
    const text = '# Head\n\n- [x] Done\n\n`<script>alert(1)</script>` [bad](javascript:alert(1))\n'
    const { container } = render(<PageText content={pageOf(text)} />)
    assert.ok(screen.getByRole('heading', { level: 1, name: 'Head' }))
    assert.ok(screen.getByText('<script>alert(1)</script>'))
    assert.equal(container.querySelector('script, [href^="javascript"]'), null)
    assert.equal(container.querySelector('[contenteditable="true"]'), null)
  })

  it('marks line ends within a paragraph as the editor does, but not those in code', () => {
    const { container } = render(
      <PageText content={pageOf('One\n**two\nthree**\n\n```\na\nb\n```\n')} />,
    )
    assert.equal(container.querySelectorAll('p .soft-break').length, 2)
    assert.equal(container.querySelectorAll('pre .soft-break').length, 0)
  })
})

describe('PageIcon', () => {
  it('is decoration: the title stands beside it', () => {
    const { container } = render(
      <h1>
        <PageIcon icon="🌱" /> <PageIcon icon={null} /> <PageIcon icon="" />
        Plan
      </h1>,
    )
    assert.ok(screen.getByRole('heading', { name: 'Plan' }))
    assert.equal(container.querySelectorAll('svg').length, 2)
  })
})
