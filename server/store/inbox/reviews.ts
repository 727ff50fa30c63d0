import type { Transaction } from '../connection.ts'
import { levelNumbers } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type ProposalAddress = { workspaceId: string; proposalId: string }

export type NewReview = ProposalAddress & {
  id: string
  actorId: string
  runId: string | null
  createdAt: number
}

/** The role lets the member `m` write on pages outside of sections. */
const byRole = `(m.scope = 'workspace' and (w.propose_only = 0 or m.role <> 'MEMBER'))`
/** The member `m` can write on the page `p`. The row without a page is the top level. */
const writable = `((p.section_id is null and ${byRole}) or exists (select 1 from section_access a
  where a.workspace_id = $workspaceId and a.section_id = p.section_id
    and (a.level >= ${levelNumbers.write} or (a.level = 0 and ${byRole}))
    and (a.principal_id = m.user_id or (a.principal_id = $workspaceId and m.scope = 'workspace')
      or exists (select 1 from group_members g where g.workspace_id = $workspaceId and g.user_id = m.user_id
        and g.group_id = a.principal_id))))`

const insertStatement = statement<never, NewReview & { besides: string; limit: number }>(
  'inboxReviews.insert',
  `insert into inbox_entries (workspace_id, user_id, id, kind, page_id, comment_id, proposal_id, actor_id, run_id,
     sequence, created_at, shown_at, read_at)
   select $workspaceId, m.user_id, $id, 'review', null, null, $proposalId, $actorId, $runId, w.event_sequence,
     $createdAt, $createdAt, null
   from members m join workspaces w on w.id = m.workspace_id
   where m.workspace_id = $workspaceId and m.user_id <> $besides and m.role <> 'VIEWER'
     and (m.max_level is null or m.max_level >= ${levelNumbers.write})
     and not exists (select 1 from proposal_pages r
       left join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
       where r.workspace_id = $workspaceId and r.proposal_id = $proposalId and not ${writable})
   order by case m.role when 'OWNER' then 0 when 'ADMIN' then 1 else 2 end, m.created_at, m.user_id limit $limit`,
)
const removeStatement = statement<never, ProposalAddress>(
  'inboxReviews.remove',
  'delete from inbox_entries where workspace_id = $workspaceId and proposal_id = $proposalId',
)

/**
 * Adds an entry for each member who can accept a proposal, owners and admins first, up to a limit. `besides` gets none;
 * it is empty for no exception.
 */
export async function insert(
  transaction: Transaction,
  review: NewReview,
  { besides, limit }: { besides: string; limit: number },
): Promise<void> {
  await transaction.run(insertStatement, { ...review, besides, limit })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, proposalId })
}
