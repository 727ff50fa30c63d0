import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { Groups } from './groups.tsx'

const design = { id: 'g1', name: 'Design', oidcGroup: 'designers', members: 1 }
const people = [
  {
    id: 'u1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    scope: 'workspace',
  },
  { id: 'u2', firstName: 'Bob', lastName: 'Brown', email: 'bob@example.com', scope: 'workspace' },
]

function show({
  role = 'OWNER',
  items = [design],
}: { role?: 'OWNER' | 'MEMBER'; items?: (typeof design)[] } = {}) {
  return renderSignedIn(<Groups />, {
    role,
    answers: {
      '/v1/groups/list': () => ({ items, nextCursor: null }),
      '/v1/groups/create': ({ name }) => ({ ...design, name }),
      '/v1/groups/update': ({ name }) => ({ ...design, name }),
      '/v1/groups/delete': () => ({ ok: true }),
      '/v1/groups/members': () => ({
        items: [{ ...people[0], source: 'person' }],
        nextCursor: null,
      }),
      '/v1/groups/add-member': () => ({ ok: true }),
      '/v1/groups/remove-member': () => ({ ok: true }),
      '/app/members/list': () => ({ members: people }),
    },
  })
}

describe('groups', () => {
  it('are for owners and admins', async () => {
    show({ role: 'MEMBER' })
    await screen.findByRole('heading', { name: 'You don’t have access to this setting' })
  })

  it('say what they are for while there are none', async () => {
    show({ items: [] })
    await screen.findByText('No groups yet')
  })

  it('come in parts', async () => {
    const { asked } = renderSignedIn(<Groups />, {
      answers: {
        '/v1/groups/list': ({ cursor }) =>
          cursor === undefined
            ? { items: [design], nextCursor: 'Design' }
            : { items: [{ ...design, id: 'g2', name: 'Legal' }], nextCursor: null },
      },
    })
    await screen.findByText('Design')
    assert.equal(screen.queryByText('Legal'), null)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await screen.findByText('Legal')
    assert.ok(screen.getByText('Design'))
    assert.equal(screen.queryByRole('button', { name: 'Show more' }), null)
    assert.deepEqual(
      inputsOf(asked, '/v1/groups/list').map(({ cursor }) => cursor),
      [undefined, 'Design'],
    )
  })

  it('are created with the value of the groups claim', async () => {
    const { asked } = show({ items: [] })
    await userEvent.click(await screen.findByRole('button', { name: 'New group' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), 'Legal')
    await userEvent.type(dialog.getByLabelText('Single sign-on group'), 'law')
    await userEvent.click(dialog.getByRole('button', { name: 'Create group' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/groups/create'), [
        { workspaceId: 'w1', name: 'Legal', oidcGroup: 'law' },
      ]),
    )
  })

  it('are renamed, and lose the claim when it is emptied', async () => {
    const { asked } = show()
    await screen.findByText('1 member · single sign-on group “designers”')
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Design' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit group' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), 'ers')
    await userEvent.clear(dialog.getByLabelText('Single sign-on group'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/groups/update'), [
        { workspaceId: 'w1', groupId: 'g1', name: 'Designers', oidcGroup: null },
      ]),
    )
  })

  it('are deleted after a question', async () => {
    const { asked } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Design' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete group' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Design?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/groups/delete').length, 1))
  })

  it('get and lose members', async () => {
    const { asked } = show()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit members of Design' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Members of Design' }))
    await dialog.findByText('Ada Lovelace')
    await userEvent.click(dialog.getByRole('combobox', { name: 'Add a member' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Bob Brown' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/groups/add-member'), [
        { workspaceId: 'w1', groupId: 'g1', userId: 'u2' },
      ]),
    )
    await screen.findByText('Bob Brown added')
    const name = 'Remove Ada Lovelace from the group'
    await userEvent.click(dialog.getByRole('button', { name }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/groups/remove-member').length, 1))
  })
})
