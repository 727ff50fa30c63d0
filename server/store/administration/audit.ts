import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type AuditRow = {
  id: string
  createdAt: number
  workspaceId: string | null
  /** Null for commands of the operator and for unknown people. */
  actorId: string | null
  keyId: string | null
  via: string
  action: string
  outcome: 'done' | 'refused'
  /** The id or address of the target. */
  subject: string | null
  address: string | null
  userAgent: string | null
  runId: string | null
  /** JSON. */
  details: string
}

const columns = `id, created_at as "createdAt", workspace_id as "workspaceId", actor_id as "actorId",
  key_id as "keyId", via, action, outcome, subject, address, user_agent as "userAgent", run_id as "runId",
  details`

const insertStatement = statement<never, AuditRow>(
  'audit.insert',
  `insert into audit_entries (workspace_id, id, created_at, actor_id, key_id, via, action, outcome,
     subject, address, user_agent, run_id, details)
   values ($workspaceId, $id, $createdAt, $actorId, $keyId, $via, $action, $outcome, $subject, $address,
     $userAgent, $runId, $details)`,
)
const listStatement = statement<AuditRow, { from: string; limit: number }>(
  'audit.list',
  `select ${columns} from audit_entries where id >= $from order by id desc limit $limit`,
)
const ofWorkspaceStatement = statement<
  AuditRow,
  { workspaceId: string; from: string; limit: number }
>(
  'audit.ofWorkspace',
  `select ${columns} from audit_entries where workspace_id = $workspaceId and id >= $from
     order by id desc limit $limit`,
)

const beforeStatement = statement<AuditRow, { workspaceId: string; before: string; limit: number }>(
  'audit.before',
  `select ${columns} from audit_entries where workspace_id = $workspaceId and id < $before
     order by id desc limit $limit`,
)

/** `runId` is null if it is left out. */
export type NewAuditRow = Omit<AuditRow, 'runId'> & { runId?: string | null }

export async function insert(transaction: Transaction, row: NewAuditRow): Promise<void> {
  await transaction.run(insertStatement, { ...row, runId: row.runId ?? null })
}

/** Those of a workspace before an ID, newest first. */
export function before(
  reader: Reader,
  workspaceId: string,
  part: { before: string; limit: number },
): Promise<AuditRow[]> {
  return reader.all(beforeStatement, { workspaceId, ...part })
}

/** Newest first, from an ID on: IDs sort by time. */
export function list(
  reader: Reader,
  { from, limit }: { from: string; limit: number },
): Promise<AuditRow[]> {
  return reader.all(listStatement, { from, limit })
}

export function ofWorkspace(
  reader: Reader,
  workspaceId: string,
  { from, limit }: { from: string; limit: number },
): Promise<AuditRow[]> {
  return reader.all(ofWorkspaceStatement, { workspaceId, from, limit })
}
