import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { ServerSettings } from './server.tsx'
import { Settings } from './settings.tsx'

const settings = {
  workspaceCreators: 'everyone',
  inviters: 'workspace-admins',
  publishers: 'page-managers',
  pagesPerWorkspace: null,
  fileBytesPerWorkspace: 10 * 1024 ** 3,
  pagesPerPerson: null,
  fileBytesPerPerson: null,
  keysPerPerson: 100,
  maxKeyDays: null,
  keysReadOnlyByDefault: false,
  requireTwoFactors: false,
  requireSingleSignOn: false,
  workspacesPerDay: 20,
  uploadsPerPerson: 50,
  uploadBytesPerPerson: 50 * 1024 ** 3,
  mailsPerHour: 30,
  mailsPerDay: 100,
  mailsPerAddress: 5,
  mailsOfServer: 500,
  visitorCommentsPerHour: 60,
  visitorChangesPerHour: 3000,
  passwordLength: 8,
  passwordScore: 3,
}
const administrators = [
  { id: 'u1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
]
const answers = {
  '/app/server-settings/get': () => ({ settings, defaults: settings, administrators }),
  '/app/server-settings/update': () => ({ settings }),
  '/app/accounts/list': () => ({ accounts: [], hasMore: false }),
}
const path = '/app/server-settings/update'

describe('ServerSettings', () => {
  it('shows nothing to who is no administrator, and no way there', async () => {
    const rights = { isAdministrator: false }
    const { asked } = renderSignedIn(
      <>
        <Settings />
        <ServerSettings />
      </>,
      { answers, rights },
    )
    await screen.findByText(/Only administrators/)
    assert.equal(screen.queryByRole('link', { name: 'Server' }), null)
    assert.deepEqual(inputsOf(asked, '/app/server-settings/get'), [])
  })

  it('saves who has which right', async () => {
    const { asked } = renderSignedIn(<ServerSettings />, { answers })
    const creators = await screen.findByLabelText('Who can create workspaces')
    await userEvent.selectOptions(creators, 'administrators')
    await userEvent.selectOptions(
      screen.getByLabelText('Who can publish pages as sites'),
      'disabled',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save permissions' }))
    await screen.findByText('Permissions saved')
    assert.deepEqual(inputsOf(asked, path), [
      {
        workspaceCreators: 'administrators',
        inviters: 'workspace-admins',
        publishers: 'disabled',
      },
    ])
  })

  it('saves limits in their units, an empty field as none', async () => {
    const { asked } = renderSignedIn(<ServerSettings />, { answers })
    const pages = await screen.findByLabelText('Pages per workspace')
    await userEvent.type(pages, '20000')
    await userEvent.type(screen.getByLabelText('Files uploaded per person, in GiB'), '2')
    await userEvent.clear(screen.getByLabelText('API keys per person'))
    await userEvent.click(screen.getByRole('button', { name: 'Save limits' }))
    await screen.findByText('Limits saved')
    assert.deepEqual(inputsOf(asked, path), [
      {
        pagesPerWorkspace: 20_000,
        fileBytesPerWorkspace: settings.fileBytesPerWorkspace,
        pagesPerPerson: null,
        fileBytesPerPerson: 2 * 1024 ** 3,
        keysPerPerson: null,
        maxKeyDays: null,
        workspacesPerDay: 20,
        uploadsPerPerson: 50,
        uploadBytesPerPerson: settings.uploadBytesPerPerson,
      },
    ])
  })

  it('saves the limits of share links, which cannot be empty', async () => {
    const { asked } = renderSignedIn(<ServerSettings />, { answers })
    const comments = await screen.findByLabelText<HTMLInputElement>('Comments per hour')
    await userEvent.clear(comments)
    await userEvent.click(screen.getByRole('button', { name: 'Save link limits' }))
    assert.deepEqual([comments.checkValidity(), inputsOf(asked, path)], [false, []])
    await userEvent.type(comments, '10')
    await userEvent.click(screen.getByRole('button', { name: 'Save link limits' }))
    await screen.findByText('Limits saved')
    assert.deepEqual(inputsOf(asked, path), [
      { visitorCommentsPerHour: 10, visitorChangesPerHour: 3000 },
    ])
  })

  it('says at its field that a number is too small or too large, and does not send it', async () => {
    const { asked } = renderSignedIn(<ServerSettings />, { answers })
    const length = await screen.findByLabelText<HTMLInputElement>('Minimum length, in characters')
    await userEvent.clear(length)
    await userEvent.type(length, '6')
    assert.equal(screen.queryByText('Must be at least 8'), null)
    await userEvent.click(screen.getByRole('button', { name: 'Save password rules' }))
    assert.ok(await screen.findByText('Must be at least 8'))
    assert.deepEqual([length.value, length.checkValidity()], ['6', false])
    const pages = screen.getByLabelText<HTMLInputElement>('Pages per workspace')
    await userEvent.type(pages, '1000000001{Enter}')
    assert.ok(await screen.findByText('Must be at most 1,000,000,000'))
    assert.equal(document.activeElement, pages)
    await userEvent.clear(pages)
    assert.equal(pages.checkValidity(), true)
    assert.deepEqual(inputsOf(asked, path), [])
  })

  it('saves the policies', async () => {
    const { asked } = renderSignedIn(<ServerSettings />, { answers })
    await userEvent.click(await screen.findByLabelText('Make new API keys read-only by default'))
    await userEvent.click(screen.getByRole('button', { name: 'Save policies' }))
    await screen.findByText('Policies saved')
    assert.deepEqual(inputsOf(asked, path), [
      { requireTwoFactors: false, requireSingleSignOn: false, keysReadOnlyByDefault: true },
    ])
  })

  it('saves the rules of passwords, and names the administrators', async () => {
    const { asked } = renderSignedIn(<ServerSettings />, { answers })
    await userEvent.selectOptions(await screen.findByLabelText('Minimum strength'), '4')
    await userEvent.click(screen.getByRole('button', { name: 'Save password rules' }))
    await screen.findByText('Password rules saved')
    assert.deepEqual(inputsOf(asked, path), [{ passwordLength: 8, passwordScore: 4 }])
    assert.ok(screen.getByText('ada@example.com'))
  })
})

describe('DeleteWorkspace', () => {
  it('is not offered to admins', async () => {
    renderSignedIn(
      <>
        <DeleteWorkspace />
        <p>shown</p>
      </>,
      { role: 'ADMIN' },
    )
    await screen.findByText('shown')
    assert.equal(screen.queryByRole('button', { name: 'Delete' }), null)
  })

  it('asks for the name, and deletes', async () => {
    const { asked } = renderSignedIn(<DeleteWorkspace />, {
      answers: { '/app/workspace-settings/remove': () => ({ ok: true }) },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.type(await screen.findByLabelText('Workspace name'), 'Lab')
    await userEvent.click(screen.getByRole('button', { name: 'Delete workspace' }))
    await screen.findByText('Lab deleted')
    assert.deepEqual(inputsOf(asked, '/app/workspace-settings/remove'), [
      { workspaceId: 'w1', name: 'Lab' },
    ])
  })
})
