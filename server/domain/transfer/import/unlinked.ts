import { posix } from 'node:path'
import { pages, sources, systemViewer } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { packSource, unpackSource } from '../../document/page-source.ts'
import { attach } from '../../pages/attachments.ts'
import type { Connections } from './connect.ts'
import type { PlannedPage } from './plan.ts'

/** Files per transaction. */
const batchFiles = 32

/** Imports the files that no page links to or that cannot be pages, and attaches each to the page of its folder or of one above. */
export async function importUnlinked(
  context: WorkspaceContext,
  workspaceId: string,
  { plan, targets, files, report, unread }: Connections,
): Promise<void> {
  const first = await firstTaken(plan)
  if (first === undefined) return
  const unlinked = [...targets.others, ...unread].filter((path) => !files.has(path)).toSorted()
  for (let start = 0; start < unlinked.length; start += batchFiles) {
    const stored: { path: string; fileId: string }[] = []
    for (const path of unlinked.slice(start, start + batchFiles)) {
      const file = await files.put(path)
      if ('id' in file) stored.push({ path, fileId: file.id })
      else report.skipped.push({ path, reason: file.reason })
    }
    const owned = Map.groupBy(stored, ({ path }) => ownerOf(plan, path) ?? first)
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      for (const [{ id: pageId, entry }, attached] of owned) {
        const address = { workspaceId, pageId }
        const page = await pages.get(transaction, systemViewer(workspaceId), pageId)
        const packed = await sources.get(transaction, address)
        const source = packed === undefined ? undefined : unpackSource(packed)
        if (page === undefined || source === undefined) continue
        const folder = entry.source === entry.path ? posix.dirname(entry.path) : entry.path
        const paths = attached.map(({ path, fileId }) => [fileId, posix.relative(folder, path)])
        const ids = attached.map(({ fileId }) => fileId)
        const all = { ...source.files, ...Object.fromEntries(paths) }
        const unlinked = [...(source.unlinked ?? []), ...ids]
        await sources.put(transaction, address, packSource({ ...source, files: all, unlinked }))
        for (const fileId of ids) await attach(transaction, context, { ...address, fileId })
      }
    })
  }
}

/** The page of the folder of a file, or of the nearest folder above. */
function ownerOf({ byPath }: Connections['plan'], path: string): PlannedPage | undefined {
  for (let folder = path; folder !== '';) {
    folder = posix.dirname(folder) === '.' ? '' : posix.dirname(folder)
    const page = byPath.get(folder)
    if (page !== undefined) return page
  }
  return undefined
}

async function firstTaken({
  pages,
  isTaken,
}: Connections['plan']): Promise<PlannedPage | undefined> {
  for (const page of pages) if (await isTaken(page)) return page
  return undefined
}
