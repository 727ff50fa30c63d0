import { eventTypeOf } from '../../lib/event-types.ts'
import type { RunOf } from '../../store/index.ts'
import type { AuditItem } from '../administration/audit-log.ts'
import type { Via } from '../context.ts'
import type { StoredEvent } from '../events/stored-events.ts'

export const activitySubjects = ['page', 'comment', 'proposal', 'file', 'member', 'audit'] as const

export type ActivityFilter = {
  pageId?: string | undefined
  userId?: string | undefined
  keyId?: string | undefined
  runId?: string | undefined
  /** What the program calls itself. */
  client?: string | undefined
  via?: Via | undefined
  by?: 'agents' | 'people' | undefined
  about?: (typeof activitySubjects)[number] | undefined
  /** In milliseconds; `until` is exclusive. */
  since?: number | undefined
  until?: number | undefined
}

type Change = {
  actorId: string | null
  via: string
  runId: string | null
  keyId: string | null
  client: string | null
}

function fits(change: Change, filter: ActivityFilter): boolean {
  const { userId, keyId, runId, client, via, by } = filter
  return (
    (userId === undefined || change.actorId === userId) &&
    (keyId === undefined || change.keyId === keyId) &&
    (runId === undefined || change.runId === runId) &&
    (client === undefined || change.client === client) &&
    (via === undefined || change.via === via) &&
    (by === undefined || isByAgent(change) === (by === 'agents'))
  )
}

/** Programs use keys. A change of an earlier release has no run, but says how it was made. */
function isByAgent({ keyId, runId, via }: Change): boolean {
  return runId === null ? keyId !== null || via === 'mcp' || via === 'api' : keyId !== null
}

/** Whether an event fits, apart from its page. */
export function eventFits(
  event: StoredEvent,
  run: RunOf | undefined,
  filter: ActivityFilter,
): boolean {
  const { about } = filter
  if (!event.isKnown) return false
  if (about !== undefined && eventTypeOf(event.type).subject !== about) return false
  return fits({ ...event, keyId: run?.runKeyId ?? null }, filter)
}

export function auditFits(
  entry: AuditItem,
  run: RunOf | undefined,
  filter: ActivityFilter,
): boolean {
  const { pageId } = filter
  if (pageId !== undefined && !idsIn(entry).includes(pageId)) return false
  return fits({ ...entry, client: run?.runClient ?? null }, filter)
}

export function pageOf({ data, isKnown }: StoredEvent): string | undefined {
  return isKnown && 'pageId' in data ? data.pageId : undefined
}

export function proposalOf({ data, isKnown }: StoredEvent): string | undefined {
  return isKnown && 'proposalId' in data ? data.proposalId : undefined
}

/** All IDs in an entry of the audit log. */
export function idsIn({ subject, details }: AuditItem): string[] {
  const text = `${subject ?? ''} ${JSON.stringify(details)}`
  return text.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []
}
