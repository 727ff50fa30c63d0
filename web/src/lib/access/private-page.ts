import type { PageDocument } from '../../../../content/document.ts'
import { client } from '../client.ts'

type Fields = { title: string; icon?: string | null; content?: PageDocument }

/** Creates a page that only the person can open, at the top level. Returns its ID. */
export async function createPrivatePage(workspaceId: string, fields: Fields): Promise<string> {
  // Until it is private, everyone in the workspace can read it: its text and title come last.
  const { pageId } = await client.pages.create({ workspaceId, title: '…' })
  await client.permissions.update({ workspaceId, pageId, inherits: false, everyone: null })
  await client.pages.update({ workspaceId, pageId, ...fields })
  return pageId
}
