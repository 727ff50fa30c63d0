import type { Transaction } from '../connection.ts'
import { memberWrites } from '../rights/member-levels.ts'
import { levelNumbers } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import { sendAt } from './send-at.ts'

type ProposalAddress = { workspaceId: string; proposalId: string }

export type NewReview = ProposalAddress & {
  id: string
  actorId: string
  runId: string | null
  createdAt: number
}

export type Recipients = {
  /** Gets no entry; empty for no exception. */
  besides: string
  /** The only people and groups who get one; empty for everyone. */
  only: readonly string[]
  /** Agents get one only if they are named here. */
  agents: readonly string[]
  limit: number
}

const insertStatement = statement<
  never,
  NewReview & { besides: string; only: string; agents: string; limit: number }
>(
  'inboxReviews.insert',
  `insert into inbox_entries (workspace_id, user_id, id, kind, page_id, comment_id, proposal_id, actor_id, run_id,
     sequence, created_at, shown_at, read_at, send_at)
   select $workspaceId, m.user_id, $id, 'review', null, null, $proposalId, $actorId, $runId, w.event_sequence,
     $createdAt, $createdAt, null, ${sendAt({ userId: 'm.user_id', kind: "'review'", at: '$createdAt' })}
   from members m join workspaces w on w.id = m.workspace_id
   where m.workspace_id = $workspaceId and m.user_id <> $besides and m.role <> 'VIEWER'
     and (m.max_level is null
       or (m.max_level >= ${levelNumbers.write} and $agents like '%' || m.user_id || '%'))
     and ($only = '' or $only like '%' || m.user_id || '%'
       or (m.max_level is null and exists (select 1 from group_members g where g.workspace_id = $workspaceId
         and g.user_id = m.user_id and $only like '%' || g.group_id || '%')))
     and not exists (select 1 from proposal_pages r
       left join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
       where r.workspace_id = $workspaceId and r.proposal_id = $proposalId and not ${memberWrites})
   order by case m.role when 'OWNER' then 0 when 'ADMIN' then 1 else 2 end, m.created_at, m.user_id limit $limit`,
)
const removeStatement = statement<never, ProposalAddress>(
  'inboxReviews.remove',
  'delete from inbox_entries where workspace_id = $workspaceId and proposal_id = $proposalId',
)

/** Adds an entry for each member who can accept a proposal, owners and admins first, up to a limit. */
export async function insert(
  transaction: Transaction,
  review: NewReview,
  { besides, only, agents, limit }: Recipients,
): Promise<void> {
  const lists = { only: only.join(' '), agents: agents.join(' ') }
  await transaction.run(insertStatement, { ...review, ...lists, besides, limit })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, proposalId })
}
