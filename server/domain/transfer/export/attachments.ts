import { files, type Snapshot, type Viewer } from '../../../store/index.ts'

/** The IDs of the files that are attached to each page. */
export async function attachmentsByPage(
  snapshot: Snapshot,
  viewer: Viewer,
): Promise<Map<string, string[]>> {
  const byPage = new Map<string, string[]>()
  for (const { pageId, fileId } of await files.attachments(snapshot, viewer)) {
    const known = byPage.get(pageId)
    if (known === undefined) byPage.set(pageId, [fileId])
    else known.push(fileId)
  }
  return byPage
}
