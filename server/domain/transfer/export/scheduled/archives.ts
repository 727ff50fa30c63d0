import type { workspaces } from '../../../../store/index.ts'

export type WrittenArchive = { name: string; at: number }

/** Where scheduled exports are stored: a folder for each workspace, with an archive for each export. */
export type Archives = {
  /** The names in the folder of a workspace, also of other files. */
  names: (folder: string) => Promise<string[]>
  /** Begins an archive, which gets its name when it is published. */
  begin: (folder: string, name: string) => Promise<NewArchive>
  remove: (folder: string, name: string) => Promise<void>
}

export type NewArchive = {
  /** The local file to write. */
  path: string
  /** Resolves when the archive is stored with the bytes that were written. */
  publish: () => Promise<void>
  /** Deletes what is not published. */
  discard: () => Promise<void>
}

const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.zip$/
const partPattern = /^\d{4}-\d\d-\d\dT[\d-]+Z\.zip\.part$/

/** The folder of a workspace; its ID distinguishes it from an earlier workspace with the same slug. */
export function archiveFolder({ id, slug }: workspaces.WorkspaceRow): string {
  return `${slug}-${id.slice(-12)}`
}

/** Without colons, for every file system. */
export function archiveName(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.zip`
}

/** The complete archives of a workspace, oldest first. Other files are ignored. */
export async function listArchives(
  archives: Pick<Archives, 'names'>,
  workspace: workspaces.WorkspaceRow,
): Promise<WrittenArchive[]> {
  const found = (await archives.names(archiveFolder(workspace))).flatMap(
    (name): WrittenArchive[] => {
      const [, day, hour, minute, second] = namePattern.exec(name) ?? []
      const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
      return Number.isNaN(at) ? [] : [{ name, at }]
    },
  )
  return found.toSorted((a, b) => a.at - b.at)
}

/** Removes all but the newest archives, and what interrupted exports left. */
export async function removeOld(
  archives: Archives,
  workspace: workspaces.WorkspaceRow,
  keep: number,
): Promise<void> {
  const folder = archiveFolder(workspace)
  const old = (await listArchives(archives, workspace)).slice(0, -keep)
  for (const { name } of old) await archives.remove(folder, name)
  for (const name of await archives.names(folder)) {
    if (partPattern.test(name)) await archives.remove(folder, name)
  }
}
