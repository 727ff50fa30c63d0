import { startTimeSlice } from '../../lib/time-slices.ts'
import { events, type Reader, type Viewer } from '../../store/index.ts'
import type { Via } from '../context.ts'
import { sequenceBefore } from './sequence-before.ts'
import { readEvent, type StoredEvent } from './stored-events.ts'
import { viewEvents } from './views.ts'

/** What happened to a page, or to its comments and files, since a time. */
export type PageChange = {
  pageId: string
  /** Such as `page.updated`, each once, in order. */
  types: string[]
  /** The names of the fields that changed. */
  changed: string[]
  actorIds: string[]
  vias: string[]
  /** What the programs call themselves. */
  clients: string[]
  count: number
  /** Of the last change. */
  at: number
  version: number | undefined
  /** If the title is not in the pages any more. */
  title: string | undefined
}

export type ChangeFilter = { since: number; actorId?: string | undefined; via?: Via | undefined }

/** `until`: where to continue; undefined at the end. */
export type ListedChanges = { changes: PageChange[]; until: number | undefined }

const batchSize = 500
/** Events that one call reads. */
const maxEvents = 5000
const maxPages = 200

/**
 * The pages that changed since a time, the last change last, as far as the viewer can read them. Reads at most some
 * thousand events; `until` says where to continue.
 */
export async function listChanges(
  reader: Reader,
  viewer: Viewer,
  { since, actorId, via }: ChangeFilter,
): Promise<ListedChanges> {
  const { workspaceId } = viewer
  const found = new Map<string, PageChange>()
  const timeSlice = startTimeSlice()
  let sequence = await sequenceBefore(reader, workspaceId, since)
  for (let read = 0; ;) {
    const rows = await events.since(reader, workspaceId, sequence, batchSize)
    const stored = rows.map((row) => readEvent({ ...row, workspaceId }, 'changes'))
    const viewed = await viewEvents(reader, viewer, stored)
    for (const one of viewed) {
      if (one?.kind !== 'event') continue
      const { event } = one
      if (event.createdAt < since) continue
      if (actorId !== undefined && event.actorId !== actorId) continue
      if (via !== undefined && event.via !== via) continue
      note(found, event)
    }
    read += rows.length
    const end = rows.at(-1)
    sequence = end?.sequence ?? sequence
    const isComplete = rows.length < batchSize
    // Events of the same time stay together, so that the next call makes progress.
    const isFull = (read >= maxEvents || found.size >= maxPages) && (end?.createdAt ?? 0) > since
    if (isComplete || isFull) {
      const changes = [...found.values()].toSorted((a, b) => a.at - b.at)
      return { changes, until: isComplete ? undefined : end?.createdAt }
    }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
}

function note(found: Map<string, PageChange>, event: StoredEvent): void {
  if (!event.isKnown || !('pageId' in event.data)) return
  const { data, type, actorId, via, client, createdAt: at } = event
  const { pageId } = data
  const known = found.get(pageId)
  const one = known ?? {
    pageId,
    types: [],
    changed: [],
    actorIds: [],
    vias: [],
    clients: [],
    count: 0,
    at,
    version: undefined,
    title: undefined,
  }
  add(one.types, type)
  add(one.actorIds, actorId)
  add(one.vias, via)
  if (client !== null && client !== '') add(one.clients, client)
  if ('changed' in data) for (const name of data.changed) add(one.changed, name)
  if ('version' in data && typeof data.version === 'number') one.version = data.version
  if ('title' in data && typeof data.title === 'string') one.title = data.title
  one.count += 1
  one.at = at
  found.set(pageId, one)
}

function add(list: string[], value: string): void {
  if (!list.includes(value)) list.push(value)
}
