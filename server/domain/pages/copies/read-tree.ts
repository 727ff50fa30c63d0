import { invalidInput } from '../../../lib/errors.ts'
import { pageLookup, pages, type Reader, type Viewer } from '../../../store/index.ts'
import { requireLevel } from '../../rights/levels.ts'
import { stateOf } from '../../rights/section-state.ts'
import { canManage } from '../../rights/sections.ts'

/** A page that is copied, with the ID of its copy. */
export type Original = {
  page: pages.ReadablePage
  copyId: string
  /** The page does not inherit its permissions: its copy is private to the caller. */
  isPrivate: boolean
}

/** `left`: pages that the caller can read, but whose permissions they cannot give to a copy. */
export type CopiedTree = { originals: Original[]; left: number }

export type TreeChoice = {
  includeSubpages: boolean
  maxPages: number
  copyIdOf: (pageId: string) => string
  /** A page that stays, with the pages below it. Those stay too whose permissions the caller cannot give to a copy. */
  stays?: (page: pages.ReadablePage) => boolean
}

type View = { store: Reader; viewer: Viewer }

const batchSize = 100

/** A page, with the pages below it that the caller can read, parents before children. Throws FORBIDDEN. */
export async function readTree(
  view: View,
  root: pages.ReadablePage,
  choice: TreeChoice,
): Promise<CopiedTree> {
  const isPrivate = await isClosed(view, root)
  const first = { page: root, copyId: choice.copyIdOf(root.id), isPrivate }
  if (first.isPrivate && !canManage(view.viewer, root)) {
    requireLevel(root.level, 'manage', 'Ask someone who manages this page to duplicate it.')
  }
  const tree: CopiedTree = { originals: [first], left: 0 }
  if (!choice.includeSubpages) return tree
  // The list grows while it is read.
  for (const { page } of tree.originals) await addChildren(view, page.id, { tree, choice })
  return tree
}

async function addChildren(
  view: View,
  parentId: string,
  { tree, choice }: { tree: CopiedTree; choice: TreeChoice },
): Promise<void> {
  const { store, viewer } = view
  const { maxPages, copyIdOf, stays } = choice
  for (let offset = 0; ; offset += batchSize) {
    const rows = await pageLookup.level(store, viewer, parentId, { limit: batchSize, offset })
    for (const { id } of rows) {
      const page = await pages.get(store, viewer, id)
      if (page === undefined) continue
      const isPrivate = await isClosed(view, page)
      if ((isPrivate && !canManage(viewer, page)) || stays?.(page) === true) {
        tree.left += 1
        continue
      }
      if (tree.originals.length >= maxPages) throw tooMany(maxPages)
      tree.originals.push({ page, copyId: copyIdOf(id), isPrivate })
    }
    if (rows.length < batchSize) return
  }
}

async function isClosed(
  { store }: View,
  { workspaceId, id, sectionId }: pages.PageRow,
): Promise<boolean> {
  if (sectionId !== id) return false
  const state = await stateOf(store, { workspaceId, sectionId: id })
  return state?.inherits === false
}

function tooMany(max: number) {
  const message = `has more than ${max} pages below it; copy them in parts`
  return invalidInput([{ path: '/pageId', rule: 'maximum', message }])
}
