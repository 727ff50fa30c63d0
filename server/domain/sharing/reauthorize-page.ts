import type { pages, Reader } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { reauthorize } from '../people/reauthorize.ts'
import { requireActiveVisitor } from './active-links.ts'

type Needed = {
  right: 'read' | 'write'
  /** Reads what is checked: the store, or the transaction of a write. */
  reader: Reader
}

/**
 * Checks again that a caller or visitor may read or change a page, for a connection that stays open; returns the page
 * with their level. Throws PAGE_NOT_FOUND, FORBIDDEN, and the codes of a key or session that has ended.
 */
export async function reauthorizePage(
  context: Context,
  { workspaceId, pageId }: PageAddress,
  { right, reader }: Needed,
): Promise<pages.ReadablePage> {
  const { visitor } = context.caller
  if (visitor !== undefined) await requireActiveVisitor(reader, visitor)
  const viewer = await reauthorize(context, workspaceId, { reader, right })
  return requirePage(reader, viewer, pageId, right)
}
