import { fits } from '../../lib/json/fits.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import { events, type Reader, type webhookCursors } from '../../store/index.ts'
import {
  checkEvent,
  type KnownEvent,
  readEvent,
  type StoredEvent,
} from '../events/stored-events.ts'
import type { WebhookSettings } from './settings.ts'

/** The editor saves of one page that are published as one event. */
export type DebounceWindow = {
  row: webhookCursors.WindowRow
  event: StoredEvent
  /** The stored row. */
  stored: webhookCursors.WindowRow | undefined
  isExtended: boolean
}

export type PageUpdate = Extract<KnownEvent, { type: 'page.updated' }>

/** The JSON of a row; earlier releases wrote the same names. */
const isStoredEvent = fits({
  type: 'object',
  required: ['id', 'workspaceId', 'sequence', 'actorId', 'via', 'createdAt', 'facts'],
  properties: {
    id: { type: 'string' },
    workspaceId: { type: 'string' },
    sequence: { type: 'integer' },
    actorId: { type: 'string' },
    via: { type: 'string' },
    createdAt: { type: 'number' },
    facts: { type: 'object' },
    sectionId: { type: ['string', 'null'] },
    runId: { type: ['string', 'null'] },
    client: { type: ['string', 'null'] },
  },
} as const)

/** A damaged row falls back to its newest save; undefined when that is missing too. */
export async function readWindow(
  reader: Reader,
  row: webhookCursors.WindowRow,
): Promise<DebounceWindow | undefined> {
  const event = parseRow(row) ?? (await newestSave(reader, row))
  return event === undefined ? undefined : { row, event, stored: row, isExtended: false }
}

export function parseRow({ event }: webhookCursors.WindowRow): PageUpdate | undefined {
  const read = parseJson(event)
  if (!isStoredEvent(read)) return undefined
  const { facts: data, id, workspaceId, sequence, actorId, via, createdAt } = read
  const { sectionId = null, runId = null, client = null } = read
  const parsed = checkEvent('page.updated', data, 'webhooks')
  const columns = { id, workspaceId, sequence, actorId, via, createdAt, sectionId, runId, client }
  const stored = { ...columns, ...parsed }
  return isPageUpdate(stored) ? stored : undefined
}

async function newestSave(
  reader: Reader,
  { workspaceId, sequence }: webhookCursors.WindowRow,
): Promise<StoredEvent | undefined> {
  const [row] = await events.since(reader, workspaceId, sequence - 1, 1)
  if (row?.sequence !== sequence) return undefined
  return readEvent({ ...row, workspaceId }, 'webhooks')
}

/** The event has the id, sequence and author of the newest save, and the values from before the first. */
export function extendWindow(
  window: DebounceWindow | undefined,
  event: PageUpdate,
  { debounceMs, maxDebounceMs }: Pick<WebhookSettings, 'debounceMs' | 'maxDebounceMs'>,
): DebounceWindow {
  const before = window !== undefined && isPageUpdate(window.event) ? window.event.data : undefined
  const changed = new Set([...(before?.changed ?? []), ...event.data.changed])
  const previous = { ...event.data.previous, ...before?.previous }
  const data = { ...event.data, changed: [...changed], previous }
  const firstAt = window?.row.firstAt ?? event.createdAt
  const { isKnown: _, data: __, ...columns } = event
  const row = {
    workspaceId: event.workspaceId,
    pageId: event.data.pageId,
    sequence: event.sequence,
    firstAt,
    dueAt: Math.min(event.createdAt + debounceMs, firstAt + maxDebounceMs),
    event: JSON.stringify({ ...columns, facts: data }),
  }
  return { row, event: { ...event, data }, stored: window?.stored, isExtended: true }
}

export function isPageUpdate(event: StoredEvent): event is PageUpdate {
  return event.isKnown && event.type === 'page.updated'
}
