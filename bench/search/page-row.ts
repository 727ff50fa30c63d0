import { defaultStoredFields } from '../../server/lib/page-fields.ts'
import type { pages } from '../../server/store/index.ts'

/** A page at the top of a workspace, as the store inserts it. */
export function pageRow(page: {
  workspaceId: string
  pageId: string
  userId: string
  title: string
}): pages.NewRow {
  const { workspaceId, pageId, userId, title } = page
  return {
    workspaceId,
    id: pageId,
    parentId: workspaceId,
    position: pageId,
    ...defaultStoredFields,
    title,
    ownership: 'TEXT',
    type: 'TEXT',
    version: 1,
    createdAt: 0,
    createdBy: userId,
    sectionId: null,
  }
}
