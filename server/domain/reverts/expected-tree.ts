import { startTimeSlice } from '../../lib/time-slices.ts'
import { levelNumbers, pages, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { isUntouched, isUntouchedSince } from './created-pages.ts'
import { type Arriving, type ExpectedTree, presentTree } from './expected-subtree.ts'
import { planMove } from './page-moves.ts'
import type { PageChanges } from './plan.ts'
import type { Family } from './target.ts'

/** Which pages stay can depend on each other in a few ways. */
const maxRounds = 5

type Planned = {
  changed: readonly PageChanges[]
  /** The pages that the family created, without those that others restored from the trash. */
  created: ReadonlySet<string>
  /** Deleted pages that return, with everything that went with each. */
  returning: ReadonlySet<string>
}

/** The tree after a revert, as far as it moves pages or returns restored ones to the trash. */
export async function expectTree(
  context: WorkspaceContext,
  family: Family,
  planned: Planned,
): Promise<ExpectedTree> {
  const candidates = planned.changed.filter(
    ({ moves, restored }) => moves.length > 0 || restored !== undefined,
  )
  let tree = presentTree
  for (let round = 0; round < maxRounds; round += 1) {
    const next = await expectMoves(context, family, { ...planned, changed: candidates }, tree)
    if (areSame(tree, next)) break
    tree = next
  }
  return tree
}

async function expectMoves(
  context: WorkspaceContext,
  family: Family,
  { changed, created, returning }: Planned,
  tree: ExpectedTree,
): Promise<ExpectedTree> {
  const leaving = new Set<string>()
  const arriving = new Map<string, Arriving[]>()
  const timeSlice = startTimeSlice()
  for (const changes of changed) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const { pageId, origin, restored } = changes
    const found = await findPage(context, pageId, returning)
    if (found === undefined) continue
    const { page, deletedWith } = found
    const address = { workspaceId: family.workspaceId, pageId }
    if (restored !== undefined) {
      const since = { restored, tree, deletedWith }
      if (await isUntouchedSince(context, family, address, since)) {
        leaving.add(pageId)
        continue
      }
    }
    const isNew = origin === 'created'
    if (isNew && (await isUntouched(context, family, address, { created, tree, deletedWith }))) {
      continue
    }
    const move = await planMove(context, page, { changes, returning })
    if (move.kind !== 'move') continue
    leaving.add(pageId)
    if (move.parentId === null) continue
    const others = arriving.get(move.parentId) ?? []
    arriving.set(move.parentId, [...others, { pageId, deletedWith }])
  }
  return { leaving, arriving }
}

/** A page that the caller can write, outside the trash or one that returns from there. */
async function findPage(
  { store, viewer }: WorkspaceContext,
  pageId: string,
  returning: ReadonlySet<string>,
): Promise<{ page: pages.PageRow; deletedWith: string | null } | undefined> {
  const row = await trash.get(store, viewer, pageId)
  if (row === undefined || row.level < levelNumbers.write) return undefined
  if (row.deletedAt === null) {
    const page = await pages.get(store, viewer, pageId)
    return page && { page, deletedWith: null }
  }
  const deletedWith = row.deletedWith ?? pageId
  if (!returning.has(deletedWith)) return undefined
  const page = await trash.page(store, viewer, pageId)
  return page && { page, deletedWith }
}

function areSame(one: ExpectedTree, other: ExpectedTree): boolean {
  return (
    one.leaving.size === other.leaving.size &&
    one.leaving.isSubsetOf(other.leaving) &&
    JSON.stringify([...one.arriving]) === JSON.stringify([...other.arriving])
  )
}
