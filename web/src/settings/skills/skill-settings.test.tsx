import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { SkillSettings } from './skill-settings.tsx'

const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /Require a review/ })

describe('the settings for skills', () => {
  it('say why they could not be read', async () => {
    renderSignedIn(<SkillSettings />, {
      answers: { '/v1/skills/list': () => new Refusal(503, 'BUSY', 'Busy.') },
    })
    assert.match((await screen.findByRole('alert')).textContent ?? '', /The server is busy/)
  })

  it('say why they were not saved, and stay', async () => {
    renderSignedIn(<SkillSettings />, {
      answers: {
        '/v1/skills/list': () => ({ skills: [], reviewRequired: false }),
        '/app/skills/set-review': () => new Refusal(503, 'BUSY', 'Busy.'),
      },
    })
    const review = await findSwitch()
    await userEvent.click(review)
    await screen.findByText(/The settings were not saved/)
    assert.equal(review.checked, false)
  })

  it('require a review', async () => {
    let reviewRequired = false
    const { asked } = renderSignedIn(<SkillSettings />, {
      answers: {
        '/v1/skills/list': () => ({ skills: [], reviewRequired }),
        '/app/skills/set-review': (input) => {
          reviewRequired = input['reviewRequired'] === true
          return { ok: true }
        },
      },
    })
    await userEvent.click(await findSwitch())
    await waitFor(async () => assert.equal((await findSwitch()).checked, true))
    assert.deepEqual(inputsOf(asked, '/app/skills/set-review'), [
      { workspaceId: 'w1', reviewRequired: true },
    ])
  })
})
