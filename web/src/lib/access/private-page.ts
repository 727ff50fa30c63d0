import type { PageDocument } from '../../../../content/document.ts'
import { client } from '../client.ts'

type Fields = { title: string; icon?: string | null; content?: PageDocument }

/** Creates a page that only the person can open, at the top level. Returns its ID. */
export async function createPrivatePage(workspaceId: string, fields: Fields): Promise<string> {
  const { title, ...rest } = fields
  const { pageId } = await client.permissions.createPrivatePage({ workspaceId, title })
  if (Object.keys(rest).length > 0) await client.pages.update({ workspaceId, pageId, ...rest })
  return pageId
}
