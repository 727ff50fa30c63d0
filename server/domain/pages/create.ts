import { clock } from '../../lib/clock.ts'
import { together } from '../../lib/together.ts'
import type { Ownership } from '../../lib/vocabulary.ts'
import { pages, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { emit } from '../events/events.ts'
import { attach } from './attachments.ts'
import { putContent } from './content.ts'
import { startHistory } from './history.ts'
import { endPosition, parentKey, requireParent } from './tree.ts'

/** A page with all that belongs to it, ready to be written. */
export type PreparedPage = {
  workspaceId: string
  id: string
  parentId: string | null
  title: string
  icon: string | null
  ownership: Ownership
  content: PreparedContent
  attachments: readonly string[]
}

/** Adds a page behind the others under its parent, in the transaction of its maker. */
export async function addPage(
  transaction: Transaction,
  context: Context,
  page: PreparedPage,
): Promise<void> {
  const { caller } = context
  const { workspaceId, id, parentId, title, icon, ownership, content } = page
  const end = endPosition(transaction, workspaceId, parentId)
  await together(requireParent(transaction, workspaceId, parentId), end)
  const createdAt = clock.now()
  const inserted = pages.insert(transaction, {
    workspaceId,
    id,
    parentId: parentKey(workspaceId, parentId),
    position: await end,
    title,
    icon,
    ownership,
    type: content.type,
    version: 1,
    createdAt,
    createdBy: caller.userId,
  })
  const filled = putContent(transaction, { workspaceId, id, title }, content)
  const event = { type: 'page.created', pageId: id, title, parentId } as const
  const told = emit(transaction, workspaceId, caller, event, { [content.type]: 1 })
  const begun = startHistory(transaction, context.caller, { ...page, createdAt })
  await together(inserted, filled, begun, told)
  for (const fileId of page.attachments) {
    await attach(transaction, context, { workspaceId, pageId: id, fileId })
  }
}
