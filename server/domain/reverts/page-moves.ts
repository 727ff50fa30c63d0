import { startTimeSlice } from '../../lib/time-slices.ts'
import { levelNumbers, noLevel, pages, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { movePage, parentKey } from '../pages/tree.ts'
import { isUntouchedSince } from './created-pages.ts'
import type { Move, PageChanges } from './plan.ts'
import type { Family } from './target.ts'

/** What a revert does with the place of a page: nothing, a move, or why it stays. */
export type MoveRevert =
  | { kind: 'none' }
  | { kind: 'stays'; reason: 'moved by others' | 'parent is gone' }
  | { kind: 'move'; work: () => Promise<void> }

/** Returns a page to the place before the moves of the family, unless others moved it since. */
export async function planMove(
  context: WorkspaceContext,
  page: pages.PageRow,
  {
    changes: { moves },
    returning,
  }: { changes: Pick<PageChanges, 'moves'>; returning: ReadonlySet<string> },
): Promise<MoveRevert> {
  const { workspaceId } = page
  const [first, last] = [firstOfLast(moves), moves.at(-1)]
  if (first === undefined || last === undefined) return { kind: 'none' }
  const isThere = (now: pages.PageRow) =>
    now.parentId === parentKey(workspaceId, last.to) &&
    (last.after === undefined || last.after === now.position)
  const isBack =
    page.parentId === parentKey(workspaceId, first.from) &&
    (first.before === undefined || first.before === page.position)
  if (isBack) return { kind: 'none' }
  if (!isThere(page)) return { kind: 'stays', reason: 'moved by others' }
  if (first.from !== null) {
    const parent = await trash.get(context.store, context.viewer, first.from)
    const isThereThen =
      parent?.deletedAt === null || returning.has(parent?.deletedWith ?? first.from)
    if (!isThereThen || (parent?.level ?? noLevel) < levelNumbers.write)
      return { kind: 'stays', reason: 'parent is gone' }
  }
  const to = {
    workspaceId,
    pageId: page.id,
    newParentId: first.from,
    prevPageId: null,
    position: first.before,
    isThere,
  }
  return {
    kind: 'move',
    work: async () => {
      await movePage(context, to)
    },
  }
}

/** Of some pages those that a revert moves, or returns to the trash. */
export async function leavingPages(
  context: WorkspaceContext,
  family: Family,
  changed: readonly PageChanges[],
  returning: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const leaving = new Set<string>()
  const timeSlice = startTimeSlice()
  for (const changes of changed) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const { pageId, moves, origin, restored } = changes
    if (origin === 'created' || (moves.length === 0 && restored === undefined)) continue
    const page =
      (await pages.get(context.store, context.viewer, pageId)) ??
      (await returningPage(context, pageId, returning))
    if (page === undefined || page.level < levelNumbers.write) continue
    const { kind } = await planMove(context, page, { changes, returning })
    const { workspaceId } = family
    const leaves =
      kind === 'move' ||
      (restored !== undefined &&
        (await isUntouchedSince(context, family, { workspaceId, pageId }, restored)))
    if (leaves) leaving.add(pageId)
  }
  return leaving
}

/** A page in the trash that returns with another one. */
async function returningPage(
  { store, viewer }: WorkspaceContext,
  pageId: string,
  returning: ReadonlySet<string>,
): Promise<(pages.PageRow & { level: number }) | undefined> {
  const row = await trash.get(store, viewer, pageId)
  if (row === undefined || !returning.has(row.deletedWith ?? pageId)) return undefined
  const page = await trash.page(store, viewer, pageId)
  return page && { ...page, level: row.level }
}

/** The first of the last moves between which others did not move the page. */
export function firstOfLast(moves: readonly Move[]): Move | undefined {
  let first = moves.at(-1)
  for (const move of moves.slice(0, -1).toReversed()) {
    const isNext =
      move.to === first?.from &&
      (move.after === undefined || first?.before === undefined || move.after === first.before)
    if (!isNext) break
    first = move
  }
  return first
}
