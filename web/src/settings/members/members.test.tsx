import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, within } from '../../../../test/support/web/screen.tsx'
import { allRights, inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Members } from './members.tsx'

const joinedAt = '2026-01-01T00:00:00.000Z'
const members = [
  {
    id: 'u1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    emailVerified: true,
    role: 'OWNER',
    joinedAt,
    scope: 'workspace',
    kind: 'person',
    disabled: false,
  },
  {
    id: 'u2',
    firstName: 'Bob',
    lastName: 'Brown',
    email: 'bob@example.com',
    emailVerified: false,
    role: 'MEMBER',
    joinedAt,
    scope: 'workspace',
    kind: 'person',
    disabled: false,
  },
]
const [, bob] = members
const others = [
  { ...bob, id: 'u3', firstName: 'Gil', lastName: 'Green', role: 'VIEWER', scope: 'shared' },
  { ...bob, id: 'u4', firstName: 'Dan', lastName: 'Dark', role: 'ADMIN', disabled: true },
  { ...bob, id: 'u5', firstName: 'Viv', lastName: 'Violet', role: 'VIEWER' },
]
const invitation = {
  id: 'i1',
  role: 'MEMBER',
  isGuest: false,
  email: null,
  createdAt: joinedAt,
  expiresAt: '2026-01-08T00:00:00.000Z',
}
const answers = {
  '/app/members/list': () => ({ members }),
  '/app/invitations/list': () => ({ invitations: [] }),
}

async function choose(item: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Bob Brown' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('an agent among the members', () => {
  const agent = {
    ...members[0],
    id: 'a1',
    firstName: 'Robo',
    lastName: '',
    email: 'agent-a1@agents.invalid',
    emailVerified: false,
    role: 'MEMBER',
    kind: 'agent',
  }
  const show = (icon: string | null) =>
    renderSignedIn(<Members />, {
      answers: { ...answers, '/app/members/list': () => ({ members: [{ ...agent, icon }] }) },
    })

  it('has an icon and a mark, and no address or state of an address', async () => {
    show('🦊')
    await screen.findByText('Robo')
    assert.ok(screen.getByText('🦊'))
    assert.ok(screen.getByText('Agent'))
    assert.equal(screen.queryByText('Not verified'), null)
    assert.equal(screen.queryByText(agent.email), null)
  })

  it('is not changed here like a person', async () => {
    show(null)
    await screen.findByText('Robo')
    assert.equal(screen.queryByRole('combobox', { name: 'Role of Robo' }), null)
    assert.equal(screen.queryByRole('button', { name: 'More actions for Robo' }), null)
  })
})

describe('Members', () => {
  it('says what went wrong, and tries again', async () => {
    let tries = 0
    renderSignedIn(<Members />, {
      answers: {
        ...answers,
        '/app/members/list': () => {
          tries += 1
          return tries === 1 ? new Refusal(503, 'BUSY', 'Too much at once.') : { members }
        },
      },
    })
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The server is busy/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.ok(await screen.findByText('2 members'))
  })

  it('lets a viewer see who is there, and change nothing', async () => {
    const { asked } = renderSignedIn(<Members />, { role: 'VIEWER', answers })
    const [first] = await screen.findAllByRole('listitem')
    assert.match(first?.textContent ?? '', /Ada LovelaceYouada@example\.comOwner/)
    assert.equal(screen.queryByRole('combobox'), null)
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
    assert.deepEqual(buttons, ['Leave'])
    assert.deepEqual(inputsOf(asked, '/app/invitations/list'), [])
  })

  it('lets an admin change members, and no owner', async () => {
    renderSignedIn(<Members />, { role: 'ADMIN', answers })
    const role = await screen.findByLabelText('Role of Bob Brown')
    const offered = within(role).getAllByRole('option')
    assert.deepEqual(
      offered.map(({ textContent }) => textContent),
      ['Admin', 'Member', 'Viewer'],
    )
    assert.equal(screen.queryByLabelText('Role of Ada Lovelace'), null)
  })

  it('marks guests and disabled accounts', async () => {
    renderSignedIn(<Members />, {
      role: 'VIEWER',
      answers: { ...answers, '/app/members/list': () => ({ members: [...members, ...others] }) },
    })
    const rows = await screen.findAllByRole('listitem')
    const marks = rows.map((row) => [
      within(row).queryAllByText('Guest').length > 0,
      within(row).queryByText('Disabled') !== null,
    ])
    const [none, guest, disabled] = [
      [false, false],
      [true, false],
      [false, true],
    ]
    assert.deepEqual(marks, [none, none, guest, disabled, none])
  })

  it('makes a guest a member', async () => {
    const { asked } = renderSignedIn(<Members />, {
      answers: {
        ...answers,
        '/app/members/list': () => ({ members: [...members, ...others] }),
        '/app/members/update': () => ({ ok: true }),
      },
    })
    const role = await screen.findByLabelText<HTMLSelectElement>('Role of Gil Green')
    assert.equal(role.selectedOptions[0]?.textContent, 'Guest')
    await userEvent.selectOptions(role, 'MEMBER')
    await screen.findByText('Role of Gil Green changed')
    assert.deepEqual(inputsOf(asked, '/app/members/update'), [
      { workspaceId: 'w1', userId: 'u3', role: 'MEMBER' },
    ])
  })

  it('changes a role', async () => {
    const { asked } = renderSignedIn(<Members />, {
      answers: { ...answers, '/app/members/update': () => ({ ok: true }) },
    })
    await userEvent.selectOptions(await screen.findByLabelText('Role of Bob Brown'), 'VIEWER')
    await screen.findByText('Role of Bob Brown changed')
    assert.deepEqual(inputsOf(asked, '/app/members/update'), [
      { workspaceId: 'w1', userId: 'u2', role: 'VIEWER' },
    ])
  })

  it('says why a role cannot change', async () => {
    const refusal = new Refusal(409, 'LAST_OWNER', 'Make someone else owner first.')
    renderSignedIn(<Members />, { answers: { ...answers, '/app/members/update': () => refusal } })
    await userEvent.selectOptions(await screen.findByLabelText('Role of Ada Lovelace'), 'VIEWER')
    assert.ok(
      await screen.findByText(/^This is the only owner .* Make someone else an owner first/),
    )
  })

  it('removes after asking', async () => {
    const { asked } = renderSignedIn(<Members />, {
      answers: { ...answers, '/app/members/remove': () => ({ ok: true }) },
    })
    await choose('Remove from workspace')
    assert.deepEqual(inputsOf(asked, '/app/members/remove'), [])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await screen.findByText('Bob Brown removed')
    assert.deepEqual(inputsOf(asked, '/app/members/remove'), [{ workspaceId: 'w1', userId: 'u2' }])
  })

  it('removes, and hands pages over to a member who can manage them', async () => {
    const { asked } = renderSignedIn(<Members />, {
      answers: {
        ...answers,
        '/app/members/list': () => ({ members: [...members, ...others] }),
        '/app/members/remove': () => ({ ok: true }),
      },
    })
    await choose('Remove from workspace')
    await userEvent.click(
      await screen.findByRole('combobox', { name: 'New manager of their pages' }),
    )
    const offered = await screen.findAllByRole('option')
    assert.deepEqual(
      offered.flatMap(({ textContent }) => (/ /.test(textContent ?? '') ? [textContent] : [])),
      ['Ada Lovelace'],
    )
    await userEvent.click(screen.getByRole('option', { name: 'Ada Lovelace' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await screen.findByText('Bob Brown removed')
    assert.deepEqual(inputsOf(asked, '/app/members/remove'), [
      { workspaceId: 'w1', userId: 'u2', handOverTo: 'u1' },
    ])
  })

  it('hands over a link for a new password', async () => {
    const url = 'http://quire.test/reset-password#secret'
    renderSignedIn(<Members />, {
      answers: { ...answers, '/app/members/reset-link': () => ({ url }) },
    })
    await choose('Create password reset link')
    assert.equal(
      (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })).value,
      url,
    )
  })
})

describe('an invitation', () => {
  it('is a link, for one address where one was given', async () => {
    const createdInvitation = {
      id: 'i1',
      url: 'http://quire.test/join#secret',
      expiresAt: joinedAt,
      mailed: true,
    }
    const { asked } = renderSignedIn(<Members />, {
      answers: { ...answers, '/app/invitations/create': () => createdInvitation },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Invite' }))
    await userEvent.type(await screen.findByLabelText('Email'), 'eve@example.com')
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'ADMIN')
    assert.ok(screen.getByText('Can manage members, settings and all pages'))
    await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }))
    assert.ok(await screen.findByText('We sent the invitation by email.'))
    assert.ok(screen.getByDisplayValue(createdInvitation.url))
    assert.deepEqual(inputsOf(asked, '/app/invitations/create'), [
      { workspaceId: 'w1', role: 'ADMIN', email: 'eve@example.com' },
    ])
  })

  it('lets a guest see one page', async () => {
    const { asked } = renderSignedIn(<Members />, {
      answers: {
        ...answers,
        '/v1/search/pages': () => ({ results: [{ pageId: 'p1', title: 'Plans' }] }),
        '/app/invitations/create': () =>
          new Refusal(404, 'PAGE_NOT_FOUND', 'PAGE_NOT_FOUND: page p1 not found.'),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Invite' }))
    await userEvent.selectOptions(await screen.findByLabelText('Role'), 'Guest')
    assert.ok(screen.getByText('Sees only the pages that are shared with them'))
    await userEvent.type(screen.getByRole('combobox', { name: 'Page' }), 'Pla')
    await userEvent.click(await screen.findByRole('option', { name: 'Plans' }))
    const level = screen.getByLabelText('Access')
    const offered = within(level).getAllByRole('option')
    assert.deepEqual(
      offered.map(({ textContent }) => textContent),
      ['Can read', 'Can comment', 'Can propose changes', 'Can edit'],
    )
    await userEvent.selectOptions(level, 'comment')
    await userEvent.click(screen.getByRole('button', { name: 'Create invitation' }))
    assert.ok(await screen.findByText('You cannot share this page. Choose a page that you manage.'))
    assert.deepEqual(inputsOf(asked, '/app/invitations/create'), [
      { workspaceId: 'w1', guest: true, pageId: 'p1', level: 'comment' },
    ])
  })

  it('is listed until it is used, and can be revoked', async () => {
    const { asked } = renderSignedIn(<Members />, {
      answers: {
        ...answers,
        '/app/invitations/list': () => ({ invitations: [invitation] }),
        '/app/invitations/revoke': () => ({ ok: true }),
      },
    })
    const name = 'Revoke the invitation for anyone with the link'
    await userEvent.click(await screen.findByRole('button', { name }))
    await screen.findByText('Invitation revoked')
    assert.deepEqual(inputsOf(asked, '/app/invitations/revoke'), [
      { workspaceId: 'w1', invitationId: 'i1' },
    ])
  })
})

describe('leaving a workspace', () => {
  async function leave(): Promise<HTMLElement> {
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    return screen.findByRole('dialog', { name: 'Leave Lab?' })
  }

  it('is asked about first, and says why the only owner cannot', async () => {
    const refusal = new Refusal(409, 'LAST_OWNER', 'Make someone else OWNER first.')
    const { asked } = renderSignedIn(<Members />, {
      answers: { ...answers, '/app/members/leave': () => refusal },
    })
    const dialog = within(await leave())
    assert.deepEqual(inputsOf(asked, '/app/members/leave'), [])
    await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
    assert.ok(
      await screen.findByText(/^You are the only owner .* Make someone else an owner first/),
    )
    assert.ok(screen.getByText('2 members'))
  })

  it('asks who takes over pages that only the person manages', async () => {
    const refusal = new Refusal(409, 'LAST_MANAGER', 'Choose a member who takes over.')
    const { asked } = renderSignedIn(<Members />, {
      role: 'MEMBER',
      answers: {
        ...answers,
        '/app/members/leave': ({ handOverTo }) =>
          handOverTo === undefined ? refusal : { ok: true },
      },
    })
    const dialog = within(await leave())
    const field = { name: 'New manager of your pages' }
    assert.equal(dialog.queryByRole('combobox', field), null)
    await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
    assert.ok(await dialog.findByText(/^You are the only person who manages some pages/))
    await userEvent.click(await dialog.findByRole('combobox', field))
    await userEvent.click(await screen.findByRole('option', { name: 'Bob Brown' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
    assert.ok(await screen.findByText('You left Lab'))
    assert.deepEqual(inputsOf(asked, '/app/members/leave'), [
      { workspaceId: 'w1' },
      { workspaceId: 'w1', handOverTo: 'u2' },
    ])
  })

  it('goes on in another workspace, or says that there is none', async () => {
    let isMember = true
    const workspaces = () =>
      isMember ? [{ id: 'w1', name: 'Lab', slug: 'lab', role: 'VIEWER' }] : []
    renderSignedIn(<Members />, {
      answers: {
        ...answers,
        '/app/session/get': () => ({
          user: { id: 'u1' },
          rights: allRights,
          workspaces: workspaces(),
        }),
        '/app/members/leave': (input) => {
          assert.deepEqual(input, { workspaceId: 'w1' })
          isMember = false
          return { ok: true }
        },
      },
    })
    await userEvent.click(within(await leave()).getByRole('button', { name: 'Leave' }))
    assert.ok(await screen.findByText('You left Lab'))
    assert.ok(await screen.findByText('No workspace'))
  })
})
