import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Agents } from './agents.tsx'

const robo = {
  id: 'a1',
  name: 'Robo',
  icon: '🦊',
  role: 'comment',
  scope: 'workspace',
  owner: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' },
  pauseReason: null as string | null,
  pausedAt: null,
  createdAt: '2026-11-25T10:00:00.000Z',
  isManaged: true,
  webhook: null,
}
const people = [
  { id: 'u1', firstName: 'Ada', lastName: 'Lovelace', role: 'OWNER' },
  { id: 'u2', firstName: 'Bob', lastName: 'Brown', role: 'MEMBER' },
  { id: 'a1', firstName: 'Robo', lastName: '', role: 'MEMBER', kind: 'agent' },
].map((member) => ({ scope: 'workspace', disabled: false, kind: 'person', ...member }))
const key = {
  id: 'k1',
  name: 'Server',
  first: 'svc_abcd',
  last: 'wxyz',
  state: 'active',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
  expiresAt: '2027-01-20T10:00:00.000Z',
  readOnly: false,
  proposeOnly: false,
  workspaceIds: ['w1'],
}

function show({
  role = 'OWNER',
  agent = {},
  agents = [{ ...robo, ...agent }],
  maxDays = null,
}: {
  role?: 'OWNER' | 'MEMBER' | 'VIEWER'
  agent?: object
  agents?: object[]
  maxDays?: number | null
} = {}) {
  const ok = () => ({ ok: true })
  const at = (name: string) => `/app/agent-accounts/${name}`
  return renderSignedIn(<Agents />, {
    role,
    answers: {
      [at('list')]: () => ({ agents }),
      [at('create')]: () => ({ id: 'a2' }),
      [at('update')]: ok,
      [at('pause')]: ok,
      [at('resume')]: ok,
      [at('reassign')]: ok,
      [at('remove')]: ok,
      [at('list-keys')]: () => ({ keys: [key, { ...key, id: 'k2', state: 'revoked' }] }),
      [at('create-key')]: () => ({ id: 'k3', key: 'svc_complete' }),
      [at('revoke-key')]: ok,
      [at('set-webhook')]: ({ url }) => ({ secret: url === null ? null : 'whsec_once' }),
      '/app/members/list': () => ({ members: people }),
      '/app/keys/list': () => ({ keys: [], newKeys: { maxDays, readOnly: false } }),
    },
  })
}

const choose = async (label: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Robo' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: label }))
}
const dialog = async () => within(await screen.findByRole('dialog'))
const asked = (all: Parameters<typeof inputsOf>[0], name: string) =>
  inputsOf(all, `/app/agent-accounts/${name}`)

describe('agents', () => {
  it('are created by members who can write, and changed by those who answer for them', async () => {
    show({ role: 'VIEWER', agent: { isManaged: false } })
    await screen.findByText('Owner: Ada Lovelace')
    assert.equal(screen.queryByRole('button', { name: 'New agent' }), null)
    assert.equal(screen.queryByRole('button', { name: 'More actions for Robo' }), null)
  })

  it('say what they are for while there are none', async () => {
    show({ agents: [] })
    await screen.findByText('No agents yet')
  })

  it('show their icon, role, pages and why they are paused', async () => {
    show({ agent: { scope: 'shared', pauseReason: 'owner' } })
    await screen.findByText('🦊')
    assert.ok(screen.getByText('Can comment'))
    assert.ok(screen.getByText('Paused'))
    assert.ok(screen.getByText(/Only pages shared with it · Its owner no longer has write access/))
  })

  it('are created with a name, an icon and a role', async () => {
    const { asked: all } = show({ role: 'MEMBER' })
    await userEvent.click(await screen.findByRole('button', { name: 'New agent' }))
    const form = await dialog()
    await userEvent.type(form.getByLabelText('Name'), 'Rosa')
    await userEvent.type(form.getByLabelText('Icon'), '🌹')
    await userEvent.selectOptions(form.getByLabelText('Role'), 'write')
    await userEvent.click(form.getByRole('button', { name: 'Create agent' }))
    await waitFor(() =>
      assert.deepEqual(asked(all, 'create'), [
        { workspaceId: 'w1', name: 'Rosa', icon: '🌹', role: 'write' },
      ]),
    )
  })

  it('get another name and role', async () => {
    const { asked: all } = show()
    await choose('Edit agent')
    const form = await dialog()
    await userEvent.type(form.getByLabelText('Name'), 'bot')
    await userEvent.clear(form.getByLabelText('Icon'))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      assert.deepEqual(asked(all, 'update'), [
        { workspaceId: 'w1', agentId: 'a1', name: 'Robobot', icon: null, role: 'comment' },
      ]),
    )
  })

  it('are paused, and resumed', async () => {
    const { asked: all } = show()
    await choose('Pause')
    await waitFor(() => assert.equal(asked(all, 'pause').length, 1))
    await screen.findByText('Robo paused')
  })

  it('are resumed when a person paused them', async () => {
    const { asked: all } = show({ agent: { pauseReason: 'requested' } })
    await choose('Resume')
    await waitFor(() => assert.equal(asked(all, 'resume').length, 1))
  })

  it('get another owner, who is a person', async () => {
    const { asked: all } = show({ agent: { pauseReason: 'owner' } })
    await choose('Change owner')
    const form = await dialog()
    await userEvent.click(form.getByRole('combobox', { name: 'Owner of Robo' }))
    assert.equal(screen.queryByRole('option', { name: 'Robo' }), null)
    await userEvent.click(await screen.findByRole('option', { name: 'Bob Brown' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => assert.equal(asked(all, 'reassign')[0]?.['ownerId'], 'u2'))
  })

  it('are removed after a question', async () => {
    const { asked: all } = show()
    await choose('Remove agent')
    const question = within(await screen.findByRole('dialog', { name: 'Remove Robo?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await waitFor(() => assert.equal(asked(all, 'remove').length, 1))
  })
})

describe('a new agent', () => {
  const open = async (answers: object) => {
    const { asked: all } = renderSignedIn(<Agents />, {
      answers: { '/app/agent-accounts/list': () => ({ agents: [] }), ...answers },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New agent' }))
    const form = await dialog()
    await userEvent.type(form.getByLabelText('Name'), 'Rosa')
    return { all, form }
  }

  it('can be limited to a page and the pages below it', async () => {
    const { all, form } = await open({
      '/v1/search/pages': () => ({ results: [{ pageId: 'p1', title: 'Release notes' }] }),
      '/app/agent-accounts/create': () => ({ id: 'a2' }),
    })
    const field = form.getByRole('combobox', { name: /Only this page/ })
    await userEvent.type(field, 'Release')
    await userEvent.click(await screen.findByRole('option', { name: 'Release notes' }))
    await userEvent.click(form.getByRole('button', { name: 'Create agent' }))
    await waitFor(() => assert.deepEqual(asked(all, 'create')[0]?.['pageIds'], ['p1']))
    assert.equal(asked(all, 'create')[0]?.['role'], 'comment')
  })

  it('stays in the form when the server rejects it', async () => {
    const message = 'This workspace has 100 agents, the maximum. Remove one that is no longer used.'
    const { form } = await open({
      '/app/agent-accounts/create': () => new Refusal(403, 'QUOTA_EXCEEDED', message),
    })
    await userEvent.click(form.getByRole('button', { name: 'Create agent' }))
    await form.findByRole('alert')
    assert.equal(form.getByLabelText<HTMLInputElement>('Name').value, 'Rosa')
  })
})

describe('an agent of someone else', () => {
  it('gets another owner only from owners and admins', async () => {
    show({ role: 'MEMBER' })
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Robo' }))
    await screen.findByRole('menuitem', { name: 'Edit agent' })
    assert.equal(screen.queryByRole('menuitem', { name: 'Change owner' }), null)
  })

  it('cannot be resumed while its owner is gone', async () => {
    show({ agent: { pauseReason: 'owner' } })
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Robo' }))
    await screen.findByRole('menuitem', { name: 'Change owner' })
    assert.equal(screen.queryByRole('menuitem', { name: 'Resume' }), null)
    assert.equal(screen.queryByRole('menuitem', { name: 'Pause' }), null)
  })
})

describe('the keys of an agent', () => {
  it('are listed without those that ended, and revoked', async () => {
    const { asked: all } = show()
    await choose('API keys')
    const form = await dialog()
    await form.findByText('svc_abcd…wxyz')
    assert.ok(form.getByText('Never used', { exact: false }))
    assert.ok(form.getByText('Expires', { exact: false, selector: 'span' }))
    await userEvent.click(form.getByRole('button', { name: 'Revoke the key Server' }))
    const question = within(await screen.findByRole('dialog', { name: 'Revoke Server?' }))
    assert.equal(asked(all, 'revoke-key').length, 0)
    await userEvent.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => assert.equal(asked(all, 'revoke-key')[0]?.['keyId'], 'k1'))
  })

  it('are valid for no longer than the server allows', async () => {
    const { asked: all } = show({ maxDays: 45 })
    await choose('API keys')
    const form = await dialog()
    await userEvent.type(await form.findByLabelText('Name of the key'), 'Nightly')
    const choices = within(form.getByLabelText('Expires after')).getAllByRole('option')
    assert.deepEqual(
      choices.map(({ textContent }) => textContent),
      ['7 days', '30 days'],
    )
    await userEvent.click(form.getByRole('button', { name: 'Create key' }))
    await waitFor(() => assert.equal(asked(all, 'create-key')[0]?.['expires'], '30d'))
  })

  it('are shown once', async () => {
    const { asked: all } = show()
    await choose('API keys')
    const form = await dialog()
    await userEvent.type(await form.findByLabelText('Name of the key'), 'Nightly')
    await userEvent.click(form.getByRole('button', { name: 'Create key' }))
    await form.findByText('svc_complete')
    assert.deepEqual(asked(all, 'create-key'), [
      { workspaceId: 'w1', agentId: 'a1', name: 'Nightly', expires: '90d' },
    ])
    await userEvent.click(form.getByRole('button', { name: 'Done' }))
    await waitFor(() => assert.equal(form.queryByText('svc_complete'), null))
  })
})

describe('the webhook of an agent', () => {
  it('is set, with its secret shown once', async () => {
    const { asked: all } = show()
    await choose('Webhook')
    const form = await dialog()
    await userEvent.type(form.getByLabelText('URL'), 'https://example.com/hook')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('whsec_once')
    assert.equal(asked(all, 'set-webhook')[0]?.['url'], 'https://example.com/hook')
  })

  it('is removed when the address is empty', async () => {
    const { asked: all } = show({ agent: { webhook: { url: 'https://a.example', enabled: true } } })
    await choose('Webhook')
    const form = await dialog()
    await userEvent.clear(form.getByLabelText('URL'))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => assert.equal(asked(all, 'set-webhook')[0]?.['url'], null))
  })
})
