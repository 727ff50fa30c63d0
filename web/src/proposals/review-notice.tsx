import { Alert } from '@mantine/core'
import { formatList } from '../lib/numbers.ts'
import { useSession } from '../lib/session.ts'
import { t } from './messages.ts'
import type { Proposal } from './queries.ts'

/** Who must accept an open proposal, where it is not just anyone who can edit its pages. */
export function ReviewNotice({ proposal }: { proposal: Proposal }) {
  const { user } = useSession()
  const { isMine, canAccept, canDecline, reviews, approvals } = proposal
  const isOwn = isMine && !canAccept && canDecline && reviews.length === 0
  if (isOwn) return <Alert mb="md">{t.ownProposal}</Alert>
  const missing = reviews.filter((review) => review.missing > 0)
  if (missing.length === 0) return null
  return (
    <Alert mb="md">
      {missing.map(({ missing: count, reviewers }) => (
        <div key={reviewers.map(({ id }) => id).join()}>
          {t.reviewRequired({ count, reviewers: formatList(reviewers.map(({ name }) => name)) })}
        </div>
      ))}
      {approvals.includes(user.id) && <div>{t.acceptedBefore}</div>}
    </Alert>
  )
}
