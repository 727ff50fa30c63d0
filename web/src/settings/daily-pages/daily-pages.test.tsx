import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { DailyPages } from './daily-pages.tsx'

const settings = { parentId: 'p1', title: '{{date}}', templateId: 't1' }
const answers = {
  '/v1/daily-pages/settings': () => settings,
  '/v1/templates/list': () => ({
    templates: [{ id: 't1', title: 'Journal', icon: null, sectionId: null }],
    defaultId: null,
  }),
  '/v1/pages/get': () => ({ id: 'p1', title: 'Diary' }),
}
const field = (name: string) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })

describe('the settings of daily pages', () => {
  it('say what the server refuses', async () => {
    renderSignedIn(<DailyPages />, {
      answers: {
        ...answers,
        '/v1/daily-pages/set-settings': () => new Refusal(403, 'FORBIDDEN', 'Not yours.'),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Save daily pages' }))
    assert.ok(await screen.findByRole('alert'))
  })

  it('show where, how and from what, and save it', async () => {
    const { asked } = renderSignedIn(<DailyPages />, {
      answers: { ...answers, '/v1/daily-pages/set-settings': () => ({ ok: true }) },
    })
    assert.equal((await field('Below')).value, 'Diary')
    assert.equal((await field('Template')).value, 'Journal')
    const title = await field('Title')
    assert.equal(title.value, '{{date}}')
    await userEvent.clear(title)
    await userEvent.type(title, 'Week 7')
    await userEvent.click(
      screen.getByRole('button', { name: 'Create daily pages at the top level' }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save daily pages' }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/daily-pages/set-settings'), [
        { workspaceId: 'w1', parentId: null, title: 'Week 7', templateId: 't1' },
      ]),
    )
  })
})
