import { fileLocations, type Reader, sections } from '../../store/index.ts'
import type { KnownEvent, StoredEvent } from './stored-events.ts'

/** Where the pages and files of some events are now: read once, for all readers of the events. */
export type EventLocations = {
  /** The section of each page, null outside of sections. Permanently deleted pages are missing. */
  pages: ReadonlyMap<string, string | null>
  files: ReadonlyMap<string, FileLocation>
  /** All sections that decide who may receive one of the events. */
  sectionIds: readonly string[]
}

export type FileLocation = {
  createdBy: string
  /** Of its pages. */
  sectionIds: readonly (string | null)[]
}

export async function readLocations(
  reader: Reader,
  workspaceId: string,
  found: readonly StoredEvent[],
): Promise<EventLocations> {
  const known = found.filter((event) => event.isKnown)
  const pageIds = new Set(known.flatMap(pageIdsOf))
  const fileIds = new Set(known.flatMap(fileIdsOf))
  const [ofPages, ofFiles] = await Promise.all([
    sections.ofPages(reader, workspaceId, [...pageIds]),
    fileLocations.list(reader, workspaceId, [...fileIds]),
  ])
  const files = Map.groupBy(ofFiles, ({ id }) => id)
  const locations = {
    pages: new Map(ofPages.map(({ id, sectionId }) => [id, sectionId])),
    files: new Map([...files].map(([id, rows]) => [id, toFileLocation(rows)])),
  }
  const sectionIds = new Set([
    ...locations.pages.values(),
    ...ofFiles.map(({ sectionId }) => sectionId),
    ...known.flatMap(sectionIdsOf),
  ])
  return { ...locations, sectionIds: [...sectionIds].filter((id) => id !== null) }
}

function toFileLocation(rows: readonly fileLocations.FileLocation[]): FileLocation {
  const onPages = rows.filter(({ isOnPage }) => isOnPage === 1)
  return {
    createdBy: rows[0]?.createdBy ?? '',
    sectionIds: onPages.map(({ sectionId }) => sectionId),
  }
}

function pageIdsOf({ data, type }: KnownEvent): string[] {
  const ids = [
    'pageId' in data ? data.pageId : null,
    'parentId' in data ? data.parentId : null,
    type === 'page.moved' ? data.previous.parentId : null,
    ...('pageIds' in data ? (data.pageIds ?? []) : []),
  ]
  return ids.filter((id) => id !== null)
}

/** A file on a page is where the page is. */
function fileIdsOf({ data }: KnownEvent): string[] {
  return 'fileId' in data && !('pageId' in data) ? [data.fileId] : []
}

/** The sections that are stored with the event. */
function sectionIdsOf({ data, sectionId }: KnownEvent): (string | null)[] {
  return [
    sectionId,
    ...('left' in data ? [data.left?.sectionId ?? null] : []),
    ...('wasIn' in data ? (data.wasIn?.sectionIds ?? []) : []),
    ...('pagesInSections' in data ? Object.keys(data.pagesInSections ?? {}) : []),
  ].filter((id) => id !== outsideKey)
}

/** Counts pages outside of sections in `pagesInSections`. */
export const outsideKey = 'null'
