import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** A mention or an assignment of an agent. Those that agents cause in response to each other are a chain. */
export type NoticeRow = {
  workspaceId: string
  id: string
  agentId: string
  chainId: string
  createdAt: number
}

const insertStatement = statement<never, NoticeRow>(
  'agentNotices.insert',
  `insert into agent_notices (workspace_id, id, agent_id, chain_id, created_at)
   values ($workspaceId, $id, $agentId, $chainId, $createdAt)`,
)
const latestStatement = statement<
  { chainId: string },
  { workspaceId: string; agentId: string; since: number }
>(
  'agentNotices.latest',
  `select chain_id as "chainId" from agent_notices
   where workspace_id = $workspaceId and agent_id = $agentId and created_at >= $since
   order by created_at desc, id desc limit 1`,
)
const countStatement = statement<{ notices: number }, { workspaceId: string; chainId: string }>(
  'agentNotices.count',
  `select count(*) as "notices" from agent_notices
   where workspace_id = $workspaceId and chain_id = $chainId`,
)
const removeStatement = statement<never, { workspaceId: string; before: number }>(
  'agentNotices.removeBefore',
  'delete from agent_notices where workspace_id = $workspaceId and created_at < $before',
)

export async function insert(transaction: Transaction, row: NoticeRow): Promise<void> {
  await transaction.run(insertStatement, row)
}

/** The chain of the newest notice of an agent since a time. */
export async function latestChain(
  reader: Reader,
  agent: { workspaceId: string; agentId: string; since: number },
): Promise<string | undefined> {
  return (await reader.get(latestStatement, agent))?.chainId
}

export async function count(
  reader: Reader,
  chain: { workspaceId: string; chainId: string },
): Promise<number> {
  return (await reader.get(countStatement, chain))?.notices ?? 0
}

/** Deletes the notices before a time. */
export async function removeBefore(
  transaction: Transaction,
  workspaceId: string,
  before: number,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, before })
}
