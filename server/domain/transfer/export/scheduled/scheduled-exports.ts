import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { clock } from '../../../../lib/clock.ts'
import { flush } from '../../../../lib/disk.ts'
import { AppError } from '../../../../lib/errors.ts'
import { createTemporaryFolder } from '../../../../lib/folders/temporary-folders.ts'
import type { DownloadFormat } from '../../../../lib/vocabulary.ts'
import type { Store, workspaces } from '../../../../store/index.ts'
import type { Caller, Context } from '../../../context.ts'
import { listWorkspaces } from '../../../people/workspaces.ts'
import { exportAs } from '../export-as.ts'
import { listForZip, zipFolder } from '../zip-folder.ts'
import { archiveFolder, archiveName, listArchives, removeOld } from './archives.ts'
import { checkArchive } from './check-archive.ts'

export type ExportSchedule = {
  folder: string
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
  let next = clock.now() + maxWaitMs
  for (const workspace of await listWorkspaces(store)) {
    if (signal.aborted) break
    try {
      const last = (await listArchives(archiveFolder(schedule.folder, workspace))).at(-1)
      const due = (last?.at ?? -Infinity) + schedule.intervalMs
      if (due <= clock.now()) await exportWorkspaceTo(scheduled, workspace)
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
export async function exportAge(store: Store, folder: string): Promise<number> {
  const now = clock.now()
  let age = 0
  for (const workspace of await listWorkspaces(store)) {
    const last = (await listArchives(archiveFolder(folder, workspace))).at(-1)
    age = Math.max(age, now - (last?.at ?? workspace.createdAt))
  }
  return age
}

/** Only an archive that can be read gets its name, and only then are old ones removed. */
async function exportWorkspaceTo(
  { contextFor, schedule }: Scheduled,
  workspace: workspaces.WorkspaceRow,
): Promise<void> {
  const { format, keep } = schedule
  const folder = archiveFolder(schedule.folder, workspace)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, archiveName(clock.now()))
  const part = `${path}.part`
  const pages = await createTemporaryFolder('export')
  try {
    const input = { folder: pages, workspaceId: workspace.id }
    const report = await exportAs(format, contextFor(operator), input)
    const files = await listForZip(pages)
    await pipeline(zipFolder(pages, files), createWriteStream(part, { mode: 0o600 }))
    const found = await checkArchive(part)
    const isComplete = found.files === files.length && (found.pages > 0 || report.pages === 0)
    if (!isComplete) throw new AppError('INTERNAL', `The export ${path} cannot be read again.`)
    await flush(part)
    await rename(part, path)
    await flush(dirname(path))
    await removeOld(folder, keep)
  } finally {
    await rm(part, { force: true })
    await rm(pages, { recursive: true, force: true })
  }
}
