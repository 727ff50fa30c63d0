import { levelNumbers, noLevel, type pages, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { movePage, parentKey } from '../pages/tree.ts'
import type { Move, PageChanges } from './plan.ts'

/** What a revert does with the place of a page: nothing, a move, or why it stays. */
export type MoveRevert =
  | { kind: 'none' }
  | { kind: 'stays'; reason: 'moved by others' | 'parent is gone' }
  | { kind: 'move'; parentId: string | null; work: () => Promise<void> }

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
    parentId: first.from,
    work: async () => {
      await movePage(context, to)
    },
  }
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
