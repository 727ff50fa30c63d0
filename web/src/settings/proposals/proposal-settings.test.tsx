import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor } from '../../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../../test/support/web/signed-in.tsx'
import { ProposalSettings } from './proposal-settings.tsx'

const stored = { proposeOnly: false, acceptsOwn: false }

describe('the settings for proposals', () => {
  it('say why they were not saved, and stay', async () => {
    renderSignedIn(<ProposalSettings />, {
      answers: {
        '/v1/proposals/settings': () => stored,
        '/v1/proposals/set-settings': () => new Refusal(503, 'BUSY', 'Busy.'),
      },
    })
    const flag = await screen.findByRole<HTMLInputElement>('switch', {
      name: /Members only propose/,
    })
    await userEvent.click(flag)
    await screen.findByText(/The settings were not saved/)
    assert.equal(flag.checked, false)
  })

  it('are changed one by one', async () => {
    const { asked } = renderSignedIn(<ProposalSettings />, {
      answers: {
        '/v1/proposals/settings': () => stored,
        '/v1/proposals/set-settings': (input) => ({ ...stored, ...input }),
      },
    })
    const flag = await screen.findByRole<HTMLInputElement>('switch', {
      name: /Members only propose/,
    })
    await userEvent.click(flag)
    await waitFor(() => assert.equal(flag.checked, true))
    await userEvent.click(screen.getByRole('switch', { name: /accept their own/ }))
    await waitFor(() =>
      assert.deepEqual(inputsOf(asked, '/v1/proposals/set-settings'), [
        { workspaceId: 'w1', proposeOnly: true },
        { workspaceId: 'w1', acceptsOwn: true },
      ]),
    )
  })
})
