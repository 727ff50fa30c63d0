import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { PermissionsPanel } from './permissions-panel.tsx'

const access = {
  pageId: 'p1',
  level: 'manage',
  canManage: true,
  isSection: false,
  inherits: true,
  everyone: 'role',
  section: null,
  grants: [],
  review: null,
  pages: 0,
}
const person = { id: 'u2', firstName: 'Bea', lastName: 'Tester', email: 'bea@example.com' }

describe('the reviewers of proposals', () => {
  it('are chosen by name with how many are required, and stay chosen if they are not saved', async () => {
    let isRefused = true
    const update = (input: object) => {
      if (isRefused) return new Refusal(400, 'VALIDATION_FAILED', 'Too few reviewers.')
      const { review } = Object(input)
      const reviewers = [{ type: 'person', id: 'u2', name: 'Bea Tester' }]
      return { ...access, review: { required: review.required, reviewers, inherited: false } }
    }
    const { asked } = renderSignedIn(<PermissionsPanel workspaceId="w1" pageId="p1" />, {
      answers: {
        '/v1/permissions/get': () => access,
        '/v1/permissions/update': update,
        '/v1/pages/get': () => ({ id: 'p1', title: 'Page', breadcrumb: [] }),
        '/app/members/list': () => ({ members: [person] }),
        '/v1/groups/list': () => ({ groups: [], nextCursor: null }),
      },
    })
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save reviewers' })
    assert.equal(save.disabled, true)
    const count = screen.getByLabelText<HTMLSelectElement>('Required reviews')
    const field = screen.getByRole('combobox', { name: 'Reviewers of proposals' })
    await userEvent.click(field)
    const options = document.querySelector<HTMLElement>(`#${field.getAttribute('aria-controls')}`)
    assert.ok(options)
    await userEvent.click(await within(options).findByText('Bea Tester'))
    await userEvent.selectOptions(count, '2')
    await userEvent.click(save)
    await screen.findByText(/Could not change the permissions/)
    assert.equal(count.value, '2')
    isRefused = false
    await userEvent.selectOptions(count, '1')
    await userEvent.click(save)
    await waitFor(() =>
      assert.equal(
        screen.getByRole<HTMLButtonElement>('button', { name: 'Save reviewers' }).disabled,
        true,
      ),
    )
    const page = { workspaceId: 'w1', pageId: 'p1' }
    assert.deepEqual(
      inputsOf(asked, '/v1/permissions/update'),
      [2, 1].map((required) => ({ ...page, review: { required, reviewerIds: ['u2'] } })),
    )
  })
})
