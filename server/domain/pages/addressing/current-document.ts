import type { WorkspaceContext } from '../../context.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { currentDocument } from '../journal/current.ts'
import { requirePage } from '../tree.ts'

/** The document of a page with everything that was typed, as JSON. Throws PAGE_NOT_FOUND. */
export async function readCurrentDocument(
  context: WorkspaceContext,
  pageId: string,
): Promise<string> {
  const { store, viewer } = context
  await requirePage(store, viewer, pageId)
  const { workspaceId } = viewer
  const document = await currentDocument(context, store, { workspaceId, pageId })
  if (document === undefined) throw pageNotFound(pageId)
  return document
}
