import { startWriteSlice } from '../../lib/time-slices.ts'
import {
  levelIn,
  levelNumbers,
  levelsIn,
  noLevel,
  type Reader,
  runChanges,
  trash,
  type Viewer,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { type Deletion, removeAll } from '../pages/trash.ts'
import { type Family, isReverted } from './target.ts'

/** Pages that one statement reads. */
const batchSize = 128

export type TrashedPages = {
  /** Pages with everything that went with each of them. */
  deletions: readonly Deletion[]
  /** These pages, and those that were in the trash before. */
  gone: ReadonlySet<string>
}

/**
 * Moves pages that the family created to the trash in one transaction, with a number of statements that does not depend
 * on how they are nested. Pages stay that others changed or commented on, that have other pages below them, or that the
 * caller cannot write.
 */
export function trashCreated(
  context: WorkspaceContext,
  family: Family,
  pageIds: readonly string[],
): Promise<TrashedPages> {
  const { workspaceId } = family
  return context.store.transactAlone({ workspaceId }, async (transaction) => {
    const found = await readPages(transaction, context.viewer, family, pageIds)
    const deletions = toDeletions(found)
    await removeAll(transaction, context, deletions)
    const gone = new Set(pageIds.filter((pageId) => !found.live.has(pageId)))
    for (const { page, below } of deletions) {
      gone.add(page.id)
      for (const { id } of below) gone.add(id)
    }
    return { deletions, gone }
  })
}

type FoundPages = {
  live: ReadonlyMap<string, trash.LivePage>
  /** Pages that others use, or that the caller cannot write. */
  staying: ReadonlySet<string>
  /** The number of children outside the trash. */
  below: ReadonlyMap<string, number>
}

async function readPages(
  reader: Reader,
  viewer: Viewer,
  family: Family,
  pageIds: readonly string[],
): Promise<FoundPages> {
  const { workspaceId } = family
  const timeSlice = startWriteSlice()
  const live = new Map<string, trash.LivePage>()
  const staying = new Set<string>()
  const below = new Map<string, number>()
  for (let start = 0; start < pageIds.length; start += batchSize) {
    const batch = { workspaceId, ids: pageIds.slice(start, start + batchSize) }
    for (const page of await trash.live(reader, batch)) live.set(page.id, page)
    for (const maker of await runChanges.makers(reader, workspaceId, batch.ids)) {
      if (!isReverted(family, maker)) staying.add(maker.pageId)
    }
    for (const [id, pages] of await trash.countBelow(reader, batch)) below.set(id, pages)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const sectionIds = new Set([...live.values()].flatMap(({ sectionId }) => sectionId ?? []))
  const levels = await levelsIn(reader, viewer, [...sectionIds])
  const openLevel = await levelIn(reader, viewer, null)
  for (const { id, sectionId } of live.values()) {
    const level = sectionId === null ? openLevel : (levels.get(sectionId) ?? noLevel)
    if (level < levelNumbers.write) staying.add(id)
  }
  return { live, staying, below }
}

/** A page goes if it does not stay, and if all pages below it go. */
function toDeletions({ live, staying, below }: FoundPages): Deletion[] {
  const children = Map.groupBy(live.values(), ({ parentId }) => parentId)
  const going = new Map<string, boolean>()
  const goes = ({ id }: trash.LivePage): boolean => {
    const known = going.get(id)
    if (known !== undefined) return known
    // In a damaged tree, a page can be its own descendant.
    going.set(id, false)
    const inside = children.get(id) ?? []
    const isGoing = !staying.has(id) && inside.length === (below.get(id) ?? 0) && inside.every(goes)
    going.set(id, isGoing)
    return isGoing
  }
  const roots: trash.LivePage[] = []
  for (const page of live.values()) {
    const parent = live.get(page.parentId)
    if (goes(page) && (parent === undefined || !goes(parent))) roots.push(page)
  }
  return roots.map((page) => ({ page, below: descendants(children, page) }))
}

function descendants(
  children: ReadonlyMap<string, readonly trash.LivePage[]>,
  page: trash.LivePage,
): trash.LivePage[] {
  const found: trash.LivePage[] = []
  for (let level = [page]; level.length > 0;) {
    level = level.flatMap(({ id }) => children.get(id) ?? [])
    found.push(...level)
  }
  return found
}
