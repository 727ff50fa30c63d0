import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, waitFor, waitUntilIdle, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { HiddenPages } from './hidden-pages.tsx'

const page = {
  pageId: 'p1',
  pages: 3,
  managers: [{ id: 'u2', name: 'Bob Brown' }],
  createdAt: '2026-03-10T10:00:00.000Z',
}

function show(role: 'OWNER' | 'ADMIN' = 'OWNER', items = [page]) {
  return renderSignedIn(<HiddenPages />, {
    role,
    answers: {
      '/app/permissions/hidden': () => ({ items, nextCursor: null }),
      '/app/permissions/hand-over': () => ({ ok: true }),
      '/app/permissions/delete-hidden': () => ({ ok: true, pages: 3 }),
      '/app/members/list': () => ({
        members: [
          { id: 'u3', firstName: 'Eve', lastName: 'Miller', role: 'MEMBER', scope: 'workspace' },
          { id: 'u4', firstName: 'Gus', lastName: 'Guest', role: 'MEMBER', scope: 'shared' },
          { id: 'u5', firstName: 'Vera', lastName: 'Viewer', role: 'VIEWER', scope: 'workspace' },
        ].map((person) => ({ ...person, disabled: false })),
      }),
    },
  })
}

describe('restricted pages that an owner cannot read', () => {
  it('are not asked for by admins, and not shown without any', async () => {
    const { asked } = show('ADMIN')
    await waitUntilIdle()
    assert.equal(inputsOf(asked, '/app/permissions/hidden').length, 0)
    show('OWNER', [])
    await waitUntilIdle()
    assert.equal(screen.queryByText('Restricted pages that you cannot read'), null)
  })

  it('are handed over to a member', async () => {
    const { asked } = show()
    await screen.findByText('Managed by Bob Brown')
    await userEvent.click(screen.getByRole('button', { name: /^Hand over the page/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('combobox', { name: 'New manager' }))
    await screen.findByRole('option', { name: 'Eve Miller' })
    assert.equal(screen.getAllByRole('option').length, 1)
    await userEvent.click(screen.getByRole('option', { name: 'Eve Miller' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Hand over' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/app/permissions/hand-over'), [
        { workspaceId: 'w1', pageId: 'p1', newManagerId: 'u3' },
      ]),
    )
  })

  it('are deleted after a question', async () => {
    const { asked } = show()
    await userEvent.click(await screen.findByRole('button', { name: /^Delete the page/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/app/permissions/delete-hidden').length, 1))
  })
})
