import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type AuditRow = {
  id: string
  createdAt: number
  workspaceId: string | null
  /** Null for the operator's commands, and for who is not known. */
  actorId: string | null
  keyId: string | null
  via: string
  action: string
  outcome: 'done' | 'refused'
  /** The id or address of what was acted on. */
  subject: string | null
  address: string | null
  userAgent: string | null
  /** JSON. */
  details: string
}

const columns = `id, created_at as "createdAt", workspace_id as "workspaceId", actor_id as "actorId",
  key_id as "keyId", via, action, outcome, subject, address, user_agent as "userAgent", details`

const insertStatement = statement(
  'audit.insert',
  `insert into audit_entries (workspace_id, id, created_at, actor_id, key_id, via, action, outcome,
     subject, address, user_agent, details)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
)
const listStatement = statement<AuditRow>(
  'audit.list',
  `select ${columns} from audit_entries where id >= $1 order by id desc limit $2`,
)
const ofWorkspaceStatement = statement<AuditRow>(
  'audit.ofWorkspace',
  `select ${columns} from audit_entries where workspace_id = $1 and id >= $2 order by id desc limit $3`,
)

export async function insert(transaction: Transaction, row: AuditRow): Promise<void> {
  await transaction.run(
    insertStatement,
    row.workspaceId,
    row.id,
    row.createdAt,
    row.actorId,
    row.keyId,
    row.via,
    row.action,
    row.outcome,
    row.subject,
    row.address,
    row.userAgent,
    row.details,
  )
}

/** The newest first, from an id on: ids sort by time. */
export function list(
  reader: Reader,
  { from, limit }: { from: string; limit: number },
): Promise<AuditRow[]> {
  return reader.all(listStatement, from, limit)
}

export function ofWorkspace(
  reader: Reader,
  workspaceId: string,
  { from, limit }: { from: string; limit: number },
): Promise<AuditRow[]> {
  return reader.all(ofWorkspaceStatement, workspaceId, from, limit)
}
