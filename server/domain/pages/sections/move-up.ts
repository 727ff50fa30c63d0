import { clock } from '../../../lib/clock.ts'
import { pages, systemViewer, type Transaction, trash } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { emit } from '../../events/events.ts'
import { assignMoved } from '../../rights/assignment.ts'
import { keepAccess } from '../../rights/retained-access.ts'
import { enclosingOf } from '../../rights/sections.ts'
import { subtree } from '../subtree.ts'
import { endPosition } from '../tree.ts'

/**
 * Before a page goes away: pages below it that do not go with it move up to its parent, with the permissions that they
 * have and the pages below them.
 */
export async function moveUpOthers(
  transaction: Transaction,
  context: WorkspaceContext,
  root: pages.ReadablePage,
  goes: (pageId: string) => boolean,
): Promise<void> {
  const { workspaceId, id: pageId } = root
  const staying: trash.LivePage[] = []
  for await (const ids of subtree(transaction, { workspaceId, pageId }, null)) {
    for (const page of await trash.live(transaction, { workspaceId, ids })) {
      if (!goes(page.id) && goes(page.parentId)) staying.push(page)
    }
  }
  for (const { id } of staying) await moveUp(transaction, context, root, id)
}

async function moveUp(
  transaction: Transaction,
  { caller }: WorkspaceContext,
  root: pages.ReadablePage,
  pageId: string,
): Promise<void> {
  const { workspaceId, parentId } = root
  const page = await pages.get(transaction, systemViewer(workspaceId), pageId)
  if (page === undefined) return
  const shownParent = parentId === workspaceId ? null : parentId
  await keepAccess(transaction, caller, page)
  const after = await endPosition(transaction, workspaceId, shownParent)
  const stamp = { workspaceId, pageId, at: clock.now(), by: caller.userId }
  await pages.move(transaction, stamp, { parentId, position: after })
  const moved = await pages.get(transaction, systemViewer(workspaceId), pageId)
  const enclosing = await enclosingOf(transaction, { workspaceId, parentId })
  await assignMoved(transaction, moved ?? page, enclosing)
  await emit(transaction, workspaceId, caller, {
    type: 'page.moved',
    pageId,
    parentId: shownParent,
    previous: { parentId: page.parentId === workspaceId ? null : page.parentId },
    position: { before: page.position, after },
  })
}
