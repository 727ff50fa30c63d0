import type { Ownership } from '../../lib/vocabulary.ts'
import { levelsIn, type pageLookup, pages, publicViewer, readableOf } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { outline } from '../document/outline.ts'
import { type Level, levelName } from '../rights/levels.ts'
import { parentKey, requirePage } from './tree.ts'

/** What is left out is false, or as for every page outside of sections. */
export type OutlinedPage = Pick<
  pageLookup.OutlineRow,
  'id' | 'title' | 'icon' | 'depth' | 'children'
> & { isSection?: true; isRestricted?: true; isShared?: true; level?: Level }

export type Outline = { pages: OutlinedPage[]; nextOffset: number | null }

/** The tree below a page or the top level, down to a depth. Throws PAGE_NOT_FOUND. */
export async function outlinePages(
  { store, viewer }: WorkspaceContext,
  { parentId, depth }: { parentId: string | null; depth: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<Outline> {
  if (parentId !== null) await requirePage(store, viewer, parentId)
  const from = { parentId: parentKey(viewer.workspaceId, parentId), depth }
  const rows = await outline(store, viewer, from, { limit: limit + 1, offset })
  const hasMore = rows.length > limit
  const sectionIds = [...new Set(rows.flatMap(({ sectionId }) => sectionId ?? []))]
  const levels = sectionIds.length === 0 ? undefined : await levelsIn(store, viewer, sectionIds)
  const ownIds = rows.flatMap(({ id, sectionId }) => (sectionId === id ? id : []))
  const open = await readableOf(store, publicViewer(viewer.workspaceId), ownIds)
  const outlined = rows.slice(0, limit).map(({ sectionId, isShared, ...page }): OutlinedPage => {
    const level = sectionId === null ? undefined : levels?.get(sectionId)
    return {
      ...page,
      ...(sectionId === page.id && { isSection: true }),
      ...(sectionId === page.id && !open.has(page.id) && { isRestricted: true }),
      ...(isShared && { isShared: true }),
      ...(level !== undefined && { level: levelName(level) }),
    }
  })
  return { pages: outlined, nextOffset: hasMore ? offset + limit : null }
}

export function listByOwnership(
  { store, viewer }: WorkspaceContext,
  ownership: Ownership,
  limit: number,
): Promise<Pick<pages.PageRow, 'id' | 'title' | 'icon' | 'createdAt'>[]> {
  return pages.byOwnership(store, viewer, ownership, limit)
}
