import { dayMs } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { idsBefore } from '../../lib/ids.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import { audit, type Reader } from '../../store/index.ts'

export type AuditItem = Omit<audit.AuditRow, 'details'> & { details: Record<string, unknown> }
export type AuditQuery = { since?: number | undefined; limit: number }

/** The newest entries first, optionally of one workspace. */
export async function listAudit(
  reader: Reader,
  { since = 0, limit, workspaceId }: AuditQuery & { workspaceId?: string | undefined },
): Promise<AuditItem[]> {
  const page = { from: idsBefore(since), limit }
  const rows =
    workspaceId === undefined
      ? await audit.list(reader, page)
      : await audit.ofWorkspace(reader, workspaceId, page)
  return rows.map((row) => ({ ...row, details: readAuditDetails(row.details, row.id) }))
}

/** The details of an entry, stored as JSON. */
export const readAuditDetails = storedJson(
  'audit_entries.details',
  fits(Type.Record(Type.String(), Type.Unknown())),
)

const units = { m: 60_000, h: 3_600_000, d: dayMs } as const

/** Parses a time such as `2026-11-22` or `2026-11-22T08:00Z`, or an age such as `30m`. Throws VALIDATION_FAILED. */
export function readSince(text: string, now: number): number {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  // SAFETY: the expression lets no other unit through.
  if (count !== undefined) return now - Number(count) * units[unit as keyof typeof units]
  const instant = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant)) return instant
  throw new AppError(
    'VALIDATION_FAILED',
    `"${text}" is not a valid time. Use a timestamp such as 2026-11-22T08:00Z, or an age such as 30m, 24h or 7d.`,
  )
}
