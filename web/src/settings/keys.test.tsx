import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, invalid, lab, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { Keys } from './keys.tsx'

const key = {
  id: 'k1',
  name: 'Nightly report',
  first: 'svc_AbCd',
  last: 'wXyZ',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
  readOnly: false,
  workspaceIds: null,
  state: 'active',
}
const list = (...keys: object[]) => ({
  '/app/keys/list': () => ({ keys, newKeys: { maxDays: null, readOnly: false } }),
})
const full = 'svc_AbCdEfGhIjKlMnOpQrStUvWxYz'

async function open(): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole('button', { name: 'New key' }))
  return screen.findByRole('dialog')
}

describe('Keys', () => {
  it('helps a person who has none', async () => {
    renderSignedIn(<Keys />, { answers: list() })
    assert.ok(await screen.findByRole('heading', { name: 'No API keys yet' }))
  })

  it('says of each key what is known, and never the key', async () => {
    const expiring = {
      ...key,
      id: 'k2',
      name: 'Reader',
      state: 'expiring',
      readOnly: true,
      workspaceIds: ['w1', 'w9'],
      lastUsedAt: '2026-02-01T00:00:00.000Z',
      expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    }
    renderSignedIn(<Keys />, { answers: list(key, expiring) })
    const [first, second] = await screen.findAllByRole('listitem')
    assert.match(
      first?.textContent ?? '',
      /Nightly reportActivesvc_AbCd…wXyZ · Created .* · Never used · Never expires/,
    )
    assert.match(
      second?.textContent ?? '',
      /Expires soonRead-only.*Limited to Lab and another workspace.*Last used Feb 1, 2026 · Expires in . days/,
    )
  })

  it('offers to revoke only what still works', async () => {
    renderSignedIn(<Keys />, {
      answers: list(
        { ...key, state: 'revoked' },
        { ...key, id: 'k3', name: 'Old', state: 'expired' },
      ),
    })
    await screen.findByText('Expired')
    assert.equal(screen.queryByRole('button', { name: /^Revoke/ }), null)
  })

  it('reverts what a key changed since a time, after a preview', async () => {
    const counts = {
      webhookDeliveries: 0,
      mentions: 0,
      deletedComments: 0,
      editedComments: 0,
      deletedFiles: 0,
      uploadedFiles: 0,
      purgedPages: 0,
      permissions: 0,
    }
    const page = { id: 'p', title: 'Plan', actions: ['text'], stays: [], remaining: [] }
    const preview = {
      runs: [],
      pages: [{ ...page, summary: null, isApproximate: false }],
      total: 1,
      next: null,
      renamedFiles: 0,
      cannotUndo: { ...counts, notifiesChats: true },
    }
    const used = { ...key, state: 'revoked', lastUsedAt: '2026-02-01T00:00:00.000Z' }
    const { asked } = renderSignedIn(<Keys />, {
      answers: {
        ...list(
          { ...key, id: 'k0' },
          used,
          { ...used, id: 'k2', readOnly: true },
          { ...used, id: 'k3', workspaceIds: ['w9'] },
        ),
        '/v1/runs/preview-revert': () => preview,
        '/v1/runs/revert': () => ({ runId: 'r', pages: [], total: 1, next: null }),
      },
    })
    const name = 'Revert changes made with the key Nightly report…'
    const [button, ...others] = await screen.findAllByRole('button', { name })
    assert.ok(button !== undefined && others.length === 0)
    await userEvent.click(button)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Messages in connected chats')
    await userEvent.click(within(dialog).getByRole('combobox', { name: 'Time range' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Last 7 days' }))
    await within(dialog).findByText('Plan')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revert changes' }))
    await screen.findByText('Changes reverted')
    const [hour, week] = inputsOf(asked, '/v1/runs/preview-revert')
    const [revert] = inputsOf(asked, '/v1/runs/revert')
    assert.equal(revert?.['keyId'], 'k1')
    assert.equal(revert?.['since'], week?.['since'])
    const apart = Date.parse(String(hour?.['since'])) - Date.parse(String(week?.['since']))
    assert.equal(apart, (7 * 24 - 1) * 3_600_000)
  })

  it('revokes after asking, and reads the list again', async () => {
    const { asked } = renderSignedIn(<Keys />, {
      answers: { ...list(key), '/app/keys/revoke': () => ({ ok: true }) },
    })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Revoke the key Nightly report' }),
    )
    assert.deepEqual(inputsOf(asked, '/app/keys/revoke'), [])
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    await screen.findByText('Key Nightly report revoked')
    assert.deepEqual(inputsOf(asked, '/app/keys/revoke'), [{ keyId: 'k1' }])
    assert.equal(inputsOf(asked, '/app/keys/list').length, 2)
  })

  it('shows owners and admins the keys of everyone, and others no choice', async () => {
    const owner = { id: 'u2', firstName: 'Bob', lastName: 'Brown' }
    const answers = {
      ...list(),
      '/app/keys/of-workspace': () => ({ keys: [{ ...key, owner }] }),
      '/app/keys/revoke-in-workspace': () => ({ ok: true }),
    }
    const { asked } = renderSignedIn(<Keys />, { role: 'ADMIN', answers })
    await userEvent.click(await screen.findByRole('radio', { name: 'Everyone’s in Lab' }))
    assert.ok(await screen.findByText(/Owner: Bob Brown/))
    assert.deepEqual(inputsOf(asked, '/app/keys/of-workspace'), [{ workspaceId: 'w1' }])
    await userEvent.click(screen.getByRole('button', { name: 'Revoke the key Nightly report' }))
    await screen.findByText(/keeps its access to other workspaces/)
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }))
    await screen.findByText('Key Nightly report no longer has access to Lab')
    assert.deepEqual(inputsOf(asked, '/app/keys/revoke-in-workspace'), [
      { workspaceId: 'w1', keyId: 'k1' },
    ])
  })

  it('gives members no look at the keys of others', async () => {
    renderSignedIn(<Keys />, { role: 'MEMBER', answers: list() })
    await screen.findByText('No API keys yet')
    assert.equal(screen.queryByRole('radio'), null)
  })
})

describe('a new key', () => {
  it('is refused at the field that is wrong', async () => {
    renderSignedIn(<Keys />, {
      answers: { ...list(), '/app/keys/create': () => invalid('/name', 'minLength') },
    })
    const dialog = await open()
    await userEvent.type(await within(dialog).findByLabelText('Name'), ' ')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
    assert.ok(await within(dialog).findByText('Fill in this field.'))
  })

  it('offers no lifetime that the server refuses, and is read-only where that is the default', async () => {
    const { asked } = renderSignedIn(<Keys />, {
      answers: {
        '/app/keys/list': () => ({ keys: [], newKeys: { maxDays: 45, readOnly: true } }),
        '/app/keys/create': () => ({ id: 'k9', key: full }),
      },
    })
    const dialog = await open()
    const expires = await within(dialog).findByLabelText<HTMLSelectElement>('Expires after')
    assert.deepEqual(
      [...expires.options].map(({ value }) => value),
      ['7d', '30d'],
    )
    await userEvent.type(await within(dialog).findByLabelText('Name'), 'Agent')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
    await screen.findByTestId('key')
    assert.deepEqual(inputsOf(asked, '/app/keys/create'), [
      { name: 'Agent', expires: '30d', readOnly: true, proposeOnly: false, forAgent: false },
    ])
  })

  it('is made as it was asked for, and shown with ways to use it', async () => {
    const workspaces = [
      { ...lab, role: 'OWNER' as const },
      { id: 'w2', name: 'Home', slug: 'home', role: 'OWNER' as const },
    ]
    const { asked } = renderSignedIn(<Keys />, {
      workspaces,
      answers: { ...list(), '/app/keys/create': () => ({ id: 'k9', key: full }) },
    })
    const dialog = await open()
    await userEvent.type(await within(dialog).findByLabelText('Name'), 'Agent')
    await userEvent.selectOptions(within(dialog).getByLabelText('Expires after'), 'never')
    await userEvent.click(within(dialog).getByRole('switch', { name: /Propose only/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create key' }))
    assert.equal((await screen.findByTestId('key')).textContent, full)
    assert.deepEqual(inputsOf(asked, '/app/keys/create'), [
      { name: 'Agent', expires: 'never', readOnly: false, proposeOnly: true, forAgent: true },
    ])
    for (const name of ['curl', 'TypeScript', 'Claude Code', 'MCP']) {
      await userEvent.click(screen.getByRole('tab', { name }))
      assert.ok(screen.getByRole('tabpanel').textContent?.includes(full), name)
    }
    await userEvent.click(screen.getByRole('button', { name: 'I’ve saved the key' }))
    assert.equal(document.body.textContent?.includes(full), false)
  })
})
