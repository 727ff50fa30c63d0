import { type AuditItem, listAudit } from '../../server/domain/administration/audit-log.ts'
import type { TestServer } from './server.ts'

/** The newest entries of the audit log, those of one action where it is given, the newest first. */
export async function auditOf({ app }: TestServer, action?: string): Promise<AuditItem[]> {
  const entries = await listAudit(app.store, { limit: 1000 })
  return action === undefined ? entries : entries.filter((entry) => entry.action === action)
}

export async function lastAudit(quire: TestServer, action: string): Promise<AuditItem> {
  const [last] = await auditOf(quire, action)
  if (last === undefined) throw new Error(`no entry of ${action}`)
  return last
}
