import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from '../../../../files/bucket.ts'
import { clock } from '../../../../lib/clock.ts'
import { AppError } from '../../../../lib/errors.ts'
import {
  createTemporaryFolder,
  removeTemporaryFolder,
} from '../../../../lib/folders/temporary-folders.ts'
import type { DownloadFormat } from '../../../../lib/vocabulary.ts'
import type { Store, workspaces } from '../../../../store/index.ts'
import type { Caller, Context } from '../../../context.ts'
import { listWorkspaces } from '../../../people/workspaces.ts'
import { exportAs } from '../export-as.ts'
import { pathsIn, requireFits, zipFolder } from '../zip-folder.ts'
import { archivesInBucket } from './archives-in-bucket.ts'
import { archivesInFolder } from './archives-in-folder.ts'
import { type Archives, archiveFolder, archiveName, listArchives, removeOld } from './archives.ts'
import { checkArchive } from './check-archive.ts'

export type ExportSchedule = ExportTimes & ExportTarget

export type ExportTarget = { folder: string } | { bucket: Bucket }

export type ExportTimes = {
  intervalMs: number
  /** Archives of each workspace. */
  keep: number
  format: DownloadFormat
}

type Scheduled = {
  store: Store
  contextFor: (caller: Caller) => Context
  schedule: ExportSchedule
  signal: AbortSignal
  report: (error: unknown) => void
}

/** New workspaces are found, and failed exports repeated, after this time at the latest. */
const maxWaitMs = 10 * 60_000
const operator: Caller = {
  userId: '',
  keyId: undefined,
  via: 'cli',
  readOnly: true,
  workspaceIds: undefined,
}

/** Exports the workspaces that are due. Returns the milliseconds until the next look. */
export async function runScheduledExports(scheduled: Scheduled): Promise<number> {
  const { store, schedule, signal, report } = scheduled
  const archives = archivesOf(schedule)
  let next = clock.now() + maxWaitMs
  for (const workspace of await listWorkspaces(store)) {
    if (signal.aborted) break
    try {
      const last = (await listArchives(archives, workspace)).at(-1)
      const due = (last?.at ?? -Infinity) + schedule.intervalMs
      if (due <= clock.now()) await exportWorkspaceTo(archives, scheduled, workspace)
      else next = Math.min(next, due)
    } catch (error) {
      report(error)
    }
  }
  return Math.max(1000, next - clock.now())
}

/**
 * The age in milliseconds of the oldest among the last readable exports of all workspaces; of one that was never
 * exported, its own.
 */
export async function exportAge(store: Store, target: ExportTarget): Promise<number> {
  const archives = archivesOf(target)
  const now = clock.now()
  let age = 0
  for (const workspace of await listWorkspaces(store)) {
    const last = (await listArchives(archives, workspace)).at(-1)
    age = Math.max(age, now - (last?.at ?? workspace.createdAt))
  }
  return age
}

function archivesOf(target: ExportTarget): Archives {
  return 'folder' in target ? archivesInFolder(target.folder) : archivesInBucket(target.bucket)
}

/** Only an archive that can be read gets its name, and only then are old ones removed. */
async function exportWorkspaceTo(
  archives: Archives,
  { contextFor, schedule }: Scheduled,
  workspace: workspaces.WorkspaceRow,
): Promise<void> {
  const { format, keep } = schedule
  const name = archiveName(clock.now())
  const archive = await archives.begin(archiveFolder(workspace), name)
  const pages = await createTemporaryFolder('export')
  try {
    const input = { folder: pages, workspaceId: workspace.id, onStart: requireFits }
    const report = await exportAs(format, contextFor(operator), input)
    const files = await pathsIn(pages)
    await pipeline(zipFolder(pages, files), createWriteStream(archive.path, { mode: 0o600 }))
    const found = await checkArchive(archive.path)
    const isComplete = found.files === files.length && (found.pages > 0 || report.pages === 0)
    if (!isComplete) throw new AppError('INTERNAL', `The export ${name} cannot be read again.`)
    await archive.publish()
    await removeOld(archives, workspace, keep)
  } finally {
    await archive.discard()
    await removeTemporaryFolder(pages)
  }
}
