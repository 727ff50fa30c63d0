import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type ProposalSettings = {
  /** Members propose changes instead of writing, outside of sections. */
  proposeOnly: 0 | 1
  /** People may accept what they proposed themselves. */
  acceptsOwn: 0 | 1
}

const getStatement = statement<ProposalSettings, { workspaceId: string }>(
  'proposalSettings.get',
  `select propose_only as "proposeOnly", accepts_own as "acceptsOwn" from workspaces where id = $workspaceId`,
)
const putStatement = statement<never, ProposalSettings & { workspaceId: string }>(
  'proposalSettings.put',
  `update workspaces set propose_only = $proposeOnly, accepts_own = $acceptsOwn where id = $workspaceId`,
)

export async function get(reader: Reader, workspaceId: string): Promise<ProposalSettings> {
  const row = await reader.get(getStatement, { workspaceId })
  return row ?? { proposeOnly: 0, acceptsOwn: 0 }
}

export async function put(
  transaction: Transaction,
  workspaceId: string,
  { proposeOnly, acceptsOwn }: ProposalSettings,
): Promise<void> {
  await transaction.run(putStatement, { workspaceId, proposeOnly, acceptsOwn })
}
