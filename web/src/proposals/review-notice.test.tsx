import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '../../../test/support/web/screen.tsx'
import { renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import type { Proposal } from './queries.ts'
import { ReviewNotice } from './review-notice.tsx'

const reviewers = [
  { type: 'person', id: 'u2', name: 'Bea' },
  { type: 'group', id: 'g1', name: 'Editors' },
]
const rule = { page: null, required: 2, missing: 1, reviewers }

async function show(more: object): Promise<void> {
  const rights = { isMine: false, canAccept: true, canDecline: true }
  // SAFETY: what the notice reads of a proposal.
  const proposal = { ...rights, reviews: [rule], approvals: [], ...more } as unknown as Proposal
  renderSignedIn(
    <>
      <ReviewNotice proposal={proposal} />
      <p>Shown</p>
    </>,
    { answers: {} },
  )
  await screen.findByText('Shown')
}

describe('the notice of a review', () => {
  it('names the reviewers of whom some must still accept, and says that the reader did', async () => {
    await show({ approvals: ['u1'] })
    assert.ok(screen.getByText('1 more reviewer must accept: Bea and Editors'))
    assert.ok(screen.getByText('You accepted this revision. Others must accept the same.'))
  })

  it('is nothing where enough of them accepted', async () => {
    await show({ reviews: [{ ...rule, missing: 0 }] })
    assert.equal(screen.queryByRole('alert'), null)
  })

  it('says that someone else accepts what the reader proposed', async () => {
    await show({ isMine: true, canAccept: false, reviews: [] })
    assert.ok(screen.getByText('Someone else must accept your proposal.'))
  })
})
