import { toIso } from '../../lib/clock.ts'
import type { events, Reader } from '../../store/index.ts'
import { type EventLocations, readLocations } from './locations.ts'
import { clientOf, deliveredData, readEvent, type StoredEvent } from './stored-events.ts'

/** Some events of a workspace in order, and what their listeners share. */
export type FeedBatch = {
  /** Of the workspace, when the events were read. */
  rightsVersion: number
  events: readonly StoredEvent[]
  /** Read when first needed. */
  locations: () => Promise<EventLocations>
  /** The JSON of an event for listeners that see everything, made once. */
  sharedJson: (event: StoredEvent) => string
}

export function makeBatch(
  reader: Reader,
  workspaceId: string,
  rightsVersion: number,
  rows: readonly events.SinceRow[],
): FeedBatch {
  const found = rows.map(({ rightsVersion: _version, ...row }) =>
    readEvent({ ...row, workspaceId }, 'changes'),
  )
  let locations: Promise<EventLocations> | undefined
  const shared = new Map<StoredEvent, string>()
  return {
    rightsVersion,
    events: found,
    locations: () => (locations ??= readLocations(reader, workspaceId, found)),
    sharedJson: (event) => {
      const json = shared.get(event) ?? toJson(event, event.sequence)
      shared.set(event, json)
      return json
    },
  }
}

export function toJson(event: StoredEvent, sequence: number): string {
  const { type, actorId, via, createdAt, runId } = event
  const more = event.isKnown ? deliveredData(event) : { unknown: true, data: event.data }
  return JSON.stringify({
    sequence,
    type,
    actorId,
    via,
    runId,
    client: clientOf(event),
    createdAt: toIso(createdAt),
    ...more,
  })
}
