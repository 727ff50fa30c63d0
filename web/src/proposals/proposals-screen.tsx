import { Badge, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type ProposalState, proposalStates } from '../../../server/lib/vocabulary.ts'
import { IconGitPullRequest } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ShowMore } from '../ui/rows/show-more.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { t } from './messages.ts'
import './proposals.css'
import { proposalsQuery } from './queries.ts'

const pageSize = 50
const maxListed = 200

/** The proposals of a workspace by state, or those about the page in the address. */
export function ProposalsScreen() {
  const { workspace } = useWorkspace()
  const [search] = useSearchParams()
  const pageId = search.get('page')
  const [state, setState] = useState<ProposalState>('open')
  const [limit, setLimit] = useState(pageSize)
  const filter = { state, ...(pageId !== null && { pageId }) }
  const { data, error, isFetching, refetch } = useQuery({
    ...proposalsQuery(workspace.id, filter, limit),
    // The list stays while more of it, or that of another state, loads.
    placeholderData: keepPreviousData,
  })
  const choices = proposalStates.map((value) => ({
    value,
    label: labelOf(value, data?.counts[value] ?? 0),
  }))
  return (
    <Screen title={t.title} description={t.hint}>
      <SegmentedControl
        aria-label={t.filter}
        className="proposal-states"
        size="xs"
        mb="md"
        data={choices}
        value={state}
        onChange={(value) => setState(proposalStates.find((one) => one === value) ?? 'open')}
      />
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <PageSkeleton lines={4} />}
      {data?.proposals.length === 0 && (
        <EmptyState icon={<IconGitPullRequest size={26} />} title={t.emptyTitle}>
          {t.emptyHint}
        </EmptyState>
      )}
      <Stack component="ul" gap={0} m={0} p={0} className="proposal-list">
        {data?.proposals.map((proposal) => (
          <li key={proposal.id}>
            <Link to={`/proposals/${proposal.id}`} className="proposal-row">
              <span dir="auto">{proposal.title}</span>
              <Text span size="xs" c="dimmed" title={claimOf(proposal.run)}>
                {authorName(proposal.proposer, proposal.run)} ·{' '}
                <RelativeTime at={proposal.updatedAt} />
              </Text>
              {proposal.isAcceptedInPart && <Badge variant="light">{t.acceptedInPart}</Badge>}
              <Badge variant="light" color="gray">
                {t.changes({ count: proposal.changes })}
              </Badge>
            </Link>
          </li>
        ))}
      </Stack>
      {data?.proposals.length === limit && limit < maxListed && (
        <ShowMore isLoading={isFetching} load={async () => setLimit(limit + pageSize)} />
      )}
    </Screen>
  )
}

function labelOf(state: ProposalState, count: number): string {
  const labels: Record<ProposalState, string> = {
    open: t.openCount({ count }),
    changes_requested: t.requestedCount({ count }),
    accepted: t.acceptedCount({ count }),
    declined: t.declinedCount({ count }),
    withdrawn: t.withdrawnCount({ count }),
  }
  return labels[state]
}
