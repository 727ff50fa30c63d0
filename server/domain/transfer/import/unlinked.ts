import { posix } from 'node:path'
import { fileLocations, pages, sources, systemViewer } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { packSource, unpackSource } from '../../document/page-source.ts'
import { attach } from '../../pages/attachments.ts'
import type { Connections } from './connect.ts'
import type { Ledger } from './ledger.ts'
import type { PlannedPage } from './plan.ts'

/** Files per transaction. */
const batchFiles = 32

type Unlinked = {
  workspaceId: string
  connections: Connections
  ledger: Ledger | undefined
  isStopped: () => Promise<boolean>
}

/**
 * Imports the files that no page links to or that cannot be pages, and attaches each to the page of its folder or of one
 * above. False if it was stopped.
 */
export async function importUnlinked(
  context: WorkspaceContext,
  { workspaceId, connections, ledger, isStopped }: Unlinked,
): Promise<boolean> {
  const { plan, targets, files, report, isNew, unread } = connections
  const first = await firstTaken(plan)
  if (first === undefined) return true
  const isAttached = await attachedBefore(context, workspaceId, ledger, targets.others)
  const unlinked = [...targets.others, ...unread]
    .filter((path) => !files.has(path) || isAttached(path) === false)
    .toSorted()
  for (let start = 0; start < unlinked.length; start += batchFiles) {
    if (await isStopped()) return false
    const stored: { path: string; fileId: string }[] = []
    for (const path of unlinked.slice(start, start + batchFiles)) {
      const file = await files.put(path)
      if ('id' in file) stored.push({ path, fileId: file.id })
      else if (isNew({ path, reason: file.reason })) {
        report.skipped.push({ path, reason: file.reason })
      }
    }
    const owned = Map.groupBy(stored, ({ path }) => ownerOf(plan, path) ?? first)
    await context.store.transactIn({ workspaceId }, async (transaction) => {
      for (const [{ id: pageId, entry }, attached] of owned) {
        const address = { workspaceId, pageId }
        const page = await pages.get(transaction, systemViewer(workspaceId), pageId)
        const packed = await sources.get(transaction, address)
        const source = packed === undefined ? undefined : unpackSource(packed)
        if (page === undefined || source === undefined) continue
        const folder = entry.source === undefined ? entry.path : posix.dirname(entry.source)
        const paths = attached.map(({ path, fileId }) => [fileId, posix.relative(folder, path)])
        const ids = attached.map(({ fileId }) => fileId)
        const all = { ...source.files, ...Object.fromEntries(paths) }
        const unlinked = [...(source.unlinked ?? []), ...ids]
        await sources.put(transaction, address, packSource({ ...source, files: all, unlinked }))
        for (const fileId of ids) await attach(transaction, context, { ...address, fileId })
      }
    })
  }
  return true
}

/** Whether a file that was stored before an interruption is on a page; undefined for other files. */
async function attachedBefore(
  { store }: WorkspaceContext,
  workspaceId: string,
  ledger: Ledger | undefined,
  paths: Iterable<string>,
): Promise<(path: string) => boolean | undefined> {
  const stored = new Map<string, string>()
  for (const path of paths) {
    const known = ledger?.file(path)
    if (known?.isDone === true) stored.set(path, known.id)
  }
  const located = await fileLocations.list(store, workspaceId, [...stored.values()])
  const onPages = new Set(located.flatMap(({ id, isOnPage }) => (isOnPage === 1 ? [id] : [])))
  return (path) => {
    const id = stored.get(path)
    return id === undefined ? undefined : onPages.has(id)
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
