import { type Reader, readableOf, type Viewer } from '../../store/index.ts'
import { type EventLocations, outsideKey, readLocations } from './locations.ts'
import type { KnownEvent, StoredEvent } from './stored-events.ts'

/**
 * What a reader receives for an event: the event without what the reader cannot read, or that pages have become
 * hidden from the reader or visible again. Undefined: the event does not exist for the reader.
 */
export type ViewedEvent =
  | { kind: 'event'; event: StoredEvent }
  /** The reader lost access to the page: it is as good as deleted. `title` is the last one that the reader could read. */
  | { kind: 'lost'; pageId: string; title: string; event: KnownEvent }
  /** Of pages below a page that the reader cannot read. */
  | { kind: 'below'; event: KnownEvent }

/** What one reader can read of the locations of some events. */
export type EventView = {
  viewer: Viewer
  locations: EventLocations
  canRead: (sectionId: string | null) => boolean
}

/** Without sections among the locations it needs no statement. */
export async function viewLocations(
  reader: Reader,
  viewer: Viewer,
  locations: EventLocations,
): Promise<EventView> {
  const { sectionIds } = locations
  const readable =
    sectionIds.length === 0 ? new Set<string>() : await readableOf(reader, viewer, sectionIds)
  const canRead = (sectionId: string | null) =>
    sectionId === null ? viewer.everyoneId !== '' : readable.has(sectionId)
  return { viewer, locations, canRead }
}

/** The events that a viewer can read, one by one. */
export async function viewEvents(
  reader: Reader,
  viewer: Viewer,
  found: readonly StoredEvent[],
): Promise<(ViewedEvent | undefined)[]> {
  if (viewer.seesEverything) return found.map((event) => ({ kind: 'event', event }))
  const locations = await readLocations(reader, viewer.workspaceId, found)
  const view = await viewLocations(reader, viewer, locations)
  return found.map((event) => viewEvent(event, view))
}

/**
 * The present permissions decide, also for earlier events; for permanently deleted pages those of the section at the
 * time. Who may receive an unknown event cannot be found out, so that nobody does.
 */
export function viewEvent(event: StoredEvent, view: EventView): ViewedEvent | undefined {
  if (!event.isKnown) return undefined
  const { data } = event
  if ('proposalId' in data)
    return canSeeProposal(event, view) ? { kind: 'event', event } : undefined
  if ('pageId' in data) return viewPageEvent(event, data.pageId, view)
  const isVisible = 'fileId' in data ? canSeeFile(event, view) : canSeeMember(event, view)
  return isVisible ? { kind: 'event', event } : undefined
}

function viewPageEvent(
  event: KnownEvent,
  pageId: string,
  view: EventView,
): ViewedEvent | undefined {
  const { data, sectionId } = event
  const { locations, canRead } = view
  const now = locations.pages.get(pageId)
  if (canRead(now === undefined ? sectionId : now)) {
    return { kind: 'event', event: withoutHidden(event, view) }
  }
  const left = 'left' in data ? data.left : undefined
  if (left !== undefined && couldRead(left, view)) {
    return { kind: 'lost', pageId, title: left.title, event }
  }
  const below = 'pagesInSections' in data ? data.pagesInSections : undefined
  return readableCount(below, view) > 0 ? { kind: 'below', event } : undefined
}

function couldRead(
  { sectionId, readers }: { sectionId: string | null; readers?: readonly string[] },
  { viewer, canRead }: EventView,
): boolean {
  if (readers === undefined) return canRead(sectionId)
  return readers.some((id) => id === viewer.viewerId || id === viewer.everyoneId)
}

/** Hidden parents are null, and hidden pages are not counted. */
function withoutHidden(event: KnownEvent, view: EventView): StoredEvent {
  const { type } = event
  if (type === 'page.created') {
    const data = { ...event.data, parentId: visibleParent(event, event.data.parentId, view) }
    return { ...event, data }
  }
  if (type === 'page.moved') {
    const { data } = event
    const parentId = visibleParent(event, data.parentId, view)
    const previous = { parentId: visiblePrevious(event, view) }
    return { ...event, data: { ...data, parentId, previous } }
  }
  if (type === 'page.deleted' || type === 'page.restored') {
    const { pagesInSections, ...data } = event.data
    const pages = data.pages + readableCount(pagesInSections, view)
    if (!('parentId' in data)) return { ...event, type: 'page.deleted', data: { ...data, pages } }
    const parentId = visibleParent(event, data.parentId, view)
    return { ...event, type: 'page.restored', data: { ...data, parentId, pages } }
  }
  return event
}

/** A permanently deleted parent was in the section of the page, unless the page was a section itself. */
function visibleParent(
  { data, sectionId }: KnownEvent,
  parentId: string | null,
  { locations, canRead }: EventView,
): string | null {
  if (parentId === null) return null
  const isSection = 'pageId' in data && data.pageId === sectionId
  const atTheTime = isSection ? undefined : sectionId
  const now = locations.pages.get(parentId)
  const parentSection = now === undefined ? atTheTime : now
  return parentSection !== undefined && canRead(parentSection) ? parentId : null
}

function visiblePrevious(
  event: Extract<KnownEvent, { type: 'page.moved' }>,
  view: EventView,
): string | null {
  const { left, previous } = event.data
  const before = left === undefined ? event : { ...event, sectionId: left.sectionId }
  return visibleParent(before, previous.parentId, view)
}

function readableCount(
  pagesInSections: Readonly<Record<string, number>> | undefined,
  { canRead }: EventView,
): number {
  let pages = 0
  for (const [key, count] of Object.entries(pagesInSections ?? {})) {
    if (canRead(key === outsideKey ? null : key)) pages += count
  }
  return pages
}

/** All of its pages are readable. Nobody can see a proposal about a page that is gone for good. */
function canSeeProposal({ data }: KnownEvent, { viewer, locations, canRead }: EventView): boolean {
  const pageIds = ('pageIds' in data ? data.pageIds : undefined) ?? []
  return pageIds.every((pageId) => {
    if (pageId === viewer.workspaceId) return canRead(null)
    const sectionId = locations.pages.get(pageId)
    return sectionId !== undefined && canRead(sectionId)
  })
}

/** On a readable page, or an own upload on no page. */
function canSeeFile(
  { type, data }: KnownEvent,
  { viewer, locations, canRead }: EventView,
): boolean {
  if (!('fileId' in data)) return false
  const wasIn = 'wasIn' in data ? data.wasIn : undefined
  const location = wasIn ?? locations.files.get(data.fileId)
  // It was deleted before there were sections, or its deletion follows.
  if (location === undefined) return type === 'file.deleted' && viewer.everyoneId !== ''
  const { sectionIds, createdBy } = location
  return sectionIds.length === 0 ? createdBy === viewer.viewerId : sectionIds.some(canRead)
}

/** Someone who sees only what was shared does not learn of other members. */
function canSeeMember({ data }: KnownEvent, { viewer }: EventView): boolean {
  return viewer.everyoneId !== '' || ('userId' in data && data.userId === viewer.viewerId)
}
