import { queryOptions } from '@tanstack/react-query'
import type { ProposalState } from '../../../server/lib/vocabulary.ts'
import { client } from '../lib/client.ts'

export type Proposal = Awaited<ReturnType<typeof client.proposals.get>>
export type Change = Proposal['list'][number]
export type Part = Change['body'][number]

export function proposalQuery(workspaceId: string, proposalId: string) {
  return queryOptions({
    queryKey: ['proposals', 'get', { workspaceId, proposalId }],
    queryFn: ({ signal }) => client.proposals.get({ workspaceId, proposalId }, { signal }),
    retry: false,
  })
}

export function proposalsQuery(
  workspaceId: string,
  filter: { state: ProposalState; pageId?: string },
  limit = 50,
) {
  return queryOptions({
    queryKey: ['proposals', 'list', { workspaceId, limit, ...filter }],
    queryFn: ({ signal }) => client.proposals.list({ workspaceId, limit, ...filter }, { signal }),
  })
}
