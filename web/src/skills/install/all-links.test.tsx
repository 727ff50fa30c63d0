import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { screen, waitFor, within } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { SkillsScreen } from '../skills-screen.tsx'

const link = {
  id: 'l1',
  pageId: null,
  createdAt: '2026-01-01T12:00:00.000Z',
  createdBy: { id: 'u2', firstName: 'Grace', lastName: 'Hopper' },
  expiresAt: '2026-01-31T12:00:00.000Z',
}
const answers = {
  '/v1/skills/list': () => ({ skills: [], reviewRequired: false }),
  '/v1/skill-links/list': () => ({ links: [link] }),
  '/v1/skill-links/create': () => ({ ...link, url: '/skill-links/secret' }),
  '/v1/skill-links/revoke': () => ({ ok: true }),
}
const name = 'Links for installation'

describe('links to all skills', () => {
  it('are offered to owners and admins only', async () => {
    renderSignedIn(<SkillsScreen />, { answers, role: 'MEMBER' })
    assert.ok(await screen.findByRole('button', { name: 'Import' }))
    assert.equal(screen.queryByRole('button', { name }), null)
  })

  it('are listed with who created them, created and revoked without naming a skill', async () => {
    const user = userEvent.setup()
    const { asked } = renderSignedIn(<SkillsScreen />, { answers, role: 'ADMIN' })
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name }))
    assert.ok(await dialog.findByText(/Created on .* by Grace Hopper/))
    assert.ok(
      dialog.getByText(/^Without an account, anyone with a link can install all published skills/),
    )
    await user.click(dialog.getByRole('button', { name: 'Create link' }))
    const snippet = await dialog.findByLabelText('Snippet for npx skills')
    assert.match(snippet.textContent ?? '', /\/skill-links\/secret$/)
    await user.click(dialog.getByRole('button', { name: /^Revoke the link created on/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }))
    await user.click(question.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => assert.equal(inputsOf(asked, '/v1/skill-links/revoke').length, 1))
    for (const path of ['list', 'create', 'revoke']) {
      const [sent] = inputsOf(asked, `/v1/skill-links/${path}`)
      assert.deepEqual([sent?.['workspaceId'], sent?.['pageId']], ['w1', undefined], path)
    }
  })
})
