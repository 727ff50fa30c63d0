import { buffer } from 'node:stream/consumers'
import { AppError } from '../../lib/errors.ts'
import { requireFileQuota, requirePageQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import { openContent } from '../files/contents.ts'
import { requireFile } from '../files/files.ts'
import { requireParent } from '../pages/tree.ts'
import { type ImportedFile, importFolder } from './import-folder.ts'
import { chooseSkillFiles, foldersOf } from './import-roots.ts'
import { reasonAgainst } from './names.ts'
import { publishSkill } from './publish.ts'
import { unzip } from './unzip.ts'

export type ImportInput = {
  workspaceId: string
  fileId: string
  parentId: string | null
  /** Of the skills and agents to import; undefined imports all. */
  names?: readonly string[] | undefined
}

export type ImportReport = {
  skills: {
    pageId: string
    name: string
    ownership: 'SKILL' | 'AGENT'
    /** Null if it is a draft. */
    version: number | null
  }[]
  /** What was not imported, and why. */
  skipped: { path: string; reason: string }[]
}

const importNote = 'Imported.'
const maxArchiveBytes = 64 * 1024 * 1024
const limits = { files: 5000, bytes: 128 * 1024 * 1024 }

/**
 * Creates a page for every skill folder of a ZIP archive, and for every agent in a folder `agents`, and publishes what
 * is valid if the caller may publish.
 * Throws FILE_NOT_FOUND, PAGE_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or VALIDATION_FAILED.
 */
export async function importSkills(
  context: WorkspaceContext,
  { workspaceId, fileId, parentId, names }: ImportInput,
): Promise<ImportReport> {
  const { store, viewer } = context
  await requireParent(store, viewer, parentId, 'write')
  const entries = await readArchive(context, fileId)
  const folders = foldersOf(entries).filter(({ name }) => names?.includes(name) ?? true)
  const report: ImportReport = { skills: [], skipped: [] }
  for (const folder of folders) {
    // Reading a folder takes longer than a transaction may wait, also before it is published.
    await store.commitOpen?.()
    const pages = folder.files.filter(({ path }) => path.endsWith('.md')).length
    const bytes = folder.files.reduce((sum, { content }) => sum + content.length, 0)
    await requirePageQuota(context, workspaceId, pages)
    await requireFileQuota(context, workspaceId, bytes)
    const reason = reasonAgainstFiles(folder.files)
    const imported =
      reason === undefined
        ? await importFolder(context, folder, { workspaceId, parentId })
        : { reason }
    const { name, ownership } = folder
    if ('pageId' in imported) {
      const { pageId } = imported
      const version = await publishImported(context, { workspaceId, pageId })
      report.skills.push({ pageId, name, ownership, version })
    } else report.skipped.push({ path: name, reason: imported.reason })
  }
  return report
}

function reasonAgainstFiles(files: readonly { path: string }[]): string | undefined {
  for (const { path } of files) {
    const reason = reasonAgainst(path)
    if (reason !== undefined) return `has the path ${path}, which a system refuses: ${reason}`
  }
  return undefined
}

async function publishImported(
  context: WorkspaceContext,
  address: { workspaceId: string; pageId: string },
): Promise<number | null> {
  await context.store.commitOpen?.()
  try {
    return (await publishSkill(context, { ...address, note: importNote })).version
  } catch (error) {
    // It stays a draft, for someone else or until it is corrected.
    if (error instanceof AppError) return null
    throw error
  }
}

/** The files of an archive that belong to skills and agents. Throws FILE_NOT_FOUND or VALIDATION_FAILED. */
export async function readArchive(
  context: WorkspaceContext,
  fileId: string,
): Promise<ImportedFile[]> {
  const file = await requireFile(context.store, context.viewer, fileId)
  const read =
    file.size > maxArchiveBytes
      ? { ok: false as const, reason: 'is larger than 64 MiB' }
      : await unzip(await buffer(await openContent(context, file)), limits, chooseSkillFiles)
  if (read.ok) return read.entries
  throw new AppError(
    'VALIDATION_FAILED',
    `The file ${file.name} ${read.reason}. Upload another one.`,
  )
}
