import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isNoEntry } from '../../../../lib/disk.ts'
import type { workspaces } from '../../../../store/index.ts'

export type WrittenArchive = { path: string; at: number }

const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/
const partPattern = /^\d{4}-\d\d-\d\dT[\d-]+Z\.zip\.part$/

/** The folder of a workspace; its ID distinguishes it from an earlier workspace with the same slug. */
export function archiveFolder(folder: string, { id, slug }: workspaces.WorkspaceRow): string {
  return join(folder, `${slug}-${id.slice(-12)}`)
}

/** Without colons, for every file system. */
export function archiveName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`
}

/** The complete archives of a folder, oldest first. Other files are ignored. */
export async function listArchives(folder: string): Promise<WrittenArchive[]> {
  const archives = (await namesIn(folder)).flatMap((name): WrittenArchive[] => {
    const [, day, hour, minute, second] = namePattern.exec(name) ?? []
    const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
    return Number.isNaN(at) ? [] : [{ path: join(folder, name), at }]
  })
  return archives.toSorted((a, b) => a.at - b.at)
}

/** Removes all but the newest archives, and what interrupted exports left. */
export async function removeOld(folder: string, keep: number): Promise<void> {
  for (const { path } of (await listArchives(folder)).slice(0, -keep)) await rm(path)
  for (const name of await namesIn(folder)) {
    if (partPattern.test(name)) await rm(join(folder, name), { force: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isNoEntry(error)) return []
    throw error
  })
}
