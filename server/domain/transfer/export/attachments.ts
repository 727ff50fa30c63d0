import { startTimeSlice } from '../../../lib/time-slices.ts'
import { files, type Snapshot, type Viewer } from '../../../store/index.ts'
import type { ExportSize } from './report.ts'

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

/** What is known of an export of pages before it is written. */
export async function exportSize(
  rows: readonly files.FileRow[],
  attachments: ReadonlyMap<string, readonly string[]>,
  pageIds: readonly string[],
): Promise<ExportSize> {
  const timeSlice = startTimeSlice()
  const attached = new Set<string>()
  for (const pageId of pageIds) {
    for (const fileId of attachments.get(pageId) ?? []) attached.add(fileId)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const size = { files: pageIds.length, bytes: 0 }
  for (const { id, size: bytes } of rows) {
    if (!attached.has(id)) continue
    size.files += 1
    size.bytes += bytes
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return size
}
