import type { webhookCursors } from '../../store/index.ts'
import type { WebhookSettings } from './engine.ts'
import type { StoredEvent } from './payload.ts'

/** The saves of an editor on one page that will be told as one. */
export type Burst = {
  row: webhookCursors.BurstRow
  event: StoredEvent
  /** As the store has it. */
  stored: webhookCursors.BurstRow | undefined
  hasGrown: boolean
}

export function readBurst(row: webhookCursors.BurstRow): Burst {
  // SAFETY: only growBurst writes this column.
  const event = JSON.parse(row.event) as StoredEvent
  return { row, event, stored: row, hasGrown: false }
}

/** Has the name, number and author of its newest save, and tells what was before the first. */
export function growBurst(
  burst: Burst | undefined,
  event: StoredEvent,
  { quietTime, longestBurst }: Pick<WebhookSettings, 'quietTime' | 'longestBurst'>,
): Burst {
  const before = burst?.event.facts
  const changed = new Set([...(before?.changed ?? []), ...(event.facts.changed ?? [])])
  const previous = { ...event.facts.previous, ...before?.previous }
  const grown = { ...event, facts: { ...event.facts, changed: [...changed], previous } }
  const firstAt = burst?.row.firstAt ?? event.createdAt
  const row = {
    workspaceId: event.workspaceId,
    pageId: event.facts.pageId ?? '',
    sequence: event.sequence,
    firstAt,
    dueAt: Math.min(event.createdAt + quietTime, firstAt + longestBurst),
    event: JSON.stringify(grown),
  }
  return { row, event: grown, stored: burst?.stored, hasGrown: true }
}
