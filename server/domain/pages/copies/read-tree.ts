import { invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { pageLookup, pages } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requireLevel } from '../../rights/levels.ts'
import { stateOf } from '../../rights/section-state.ts'
import { canManage } from '../../rights/sections.ts'
import { maxCopiedPages } from './limits.ts'

/** A page that is copied, with the ID of its copy. */
export type Original = {
  page: pages.ReadablePage
  copyId: string
  /** The page does not inherit its permissions: its copy is private to the caller. */
  isPrivate: boolean
}

/** `left`: pages that the caller can read, but whose permissions they cannot give to a copy. */
export type CopiedTree = { originals: Original[]; left: number }

const batchSize = 100

/** A page, with the pages below it that the caller can read, parents before children. Throws FORBIDDEN. */
export async function readTree(
  context: WorkspaceContext,
  root: pages.ReadablePage,
  includeSubpages: boolean,
): Promise<CopiedTree> {
  const first = { page: root, copyId: newId(), isPrivate: await isClosed(context, root) }
  if (first.isPrivate && !canManage(context.viewer, root)) {
    requireLevel(root.level, 'manage', 'Ask someone who manages this page to duplicate it.')
  }
  const tree: CopiedTree = { originals: [first], left: 0 }
  if (!includeSubpages) return tree
  // The list grows while it is read.
  for (const { page } of tree.originals) await addChildren(context, page.id, tree)
  return tree
}

async function addChildren(
  context: WorkspaceContext,
  parentId: string,
  tree: CopiedTree,
): Promise<void> {
  const { store, viewer } = context
  for (let offset = 0; ; offset += batchSize) {
    const rows = await pageLookup.level(store, viewer, parentId, { limit: batchSize, offset })
    for (const { id } of rows) {
      const page = await pages.get(store, viewer, id)
      if (page === undefined) continue
      const isPrivate = await isClosed(context, page)
      if (isPrivate && !canManage(viewer, page)) {
        tree.left += 1
        continue
      }
      if (tree.originals.length >= maxCopiedPages) throw tooMany()
      tree.originals.push({ page, copyId: newId(), isPrivate })
    }
    if (rows.length < batchSize) return
  }
}

async function isClosed(
  { store }: WorkspaceContext,
  { workspaceId, id, sectionId }: pages.PageRow,
): Promise<boolean> {
  if (sectionId !== id) return false
  const state = await stateOf(store, { workspaceId, sectionId: id })
  return state?.inherits === false
}

function tooMany() {
  const message = `has more than ${maxCopiedPages} pages below it; duplicate them in parts`
  return invalidInput([{ path: '/pageId', rule: 'maximum', message }])
}
