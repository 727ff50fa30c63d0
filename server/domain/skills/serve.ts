import { AppError } from '../../lib/errors.ts'
import type { Ownership } from '../../lib/vocabulary.ts'
import { pages, skillFiles, skillVersions } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { splitFrontMatter } from '../document/front-matter.ts'
import { publishDue } from './automatic.ts'
import { requireContent } from './contents.ts'
import { versionNotFound } from './publish.ts'
import { servedLabel } from './record.ts'
import { requireSkill } from './rights.ts'

type PageAddress = { workspaceId: string; pageId: string }
type VersionAddress = PageAddress & { version: number }

/** The published versions that agents are served, oldest page first. */
export async function listServed(
  context: WorkspaceContext,
  ownership: Exclude<Ownership, 'TEXT'>,
): Promise<skillVersions.LabelledVersion[]> {
  const { store, viewer } = context
  await publishDue(context, viewer.workspaceId)
  return skillVersions.labelled(store, viewer, { label: servedLabel, ownership })
}

/** The published version of one skill or agent; undefined for another page, or one that the caller cannot read. */
export async function findServed(
  context: WorkspaceContext,
  pageId: string,
): Promise<skillVersions.LabelledVersion | 'unpublished' | undefined> {
  const { store, viewer } = context
  const page = await pages.get(store, viewer, pageId)
  if (page === undefined || page.ownership === 'TEXT') return undefined
  await publishDue(context, viewer.workspaceId)
  const found = await skillVersions.labelledOfPage(store, viewer, { label: servedLabel, pageId })
  return found ?? 'unpublished'
}

/** The version of a number or a label. Throws PAGE_NOT_FOUND, NOT_FOUND or VERSION_NOT_FOUND. */
export async function requireVersion(
  context: WorkspaceContext,
  {
    workspaceId,
    pageId,
    version,
    label,
  }: PageAddress & { version?: number | undefined; label?: string | undefined },
): Promise<skillVersions.VersionDetails> {
  const { store, viewer } = context
  await requireSkill(context, store, pageId)
  await publishDue(context, workspaceId)
  const asked = version ?? label ?? servedLabel
  const found =
    typeof asked === 'number'
      ? await skillVersions.get(store, viewer, { pageId, version: asked })
      : await skillVersions.labelledOfPage(store, viewer, { pageId, label: asked })
  if (found === undefined) throw versionNotFound(asked)
  return found
}

export function listVersionFiles(
  { store }: Pick<WorkspaceContext, 'store'>,
  address: VersionAddress,
): Promise<skillFiles.FileRow[]> {
  return skillFiles.list(store, address)
}

/** The bytes of a file of a version that the caller can read; undefined for a path that it does not have. */
export async function readVersionFile(
  { store }: Pick<WorkspaceContext, 'store'>,
  { path, ...address }: VersionAddress & { path: string },
): Promise<{ row: skillFiles.FileRow; content: Uint8Array } | undefined> {
  const row = (await skillFiles.list(store, address)).find((file) => file.path === path)
  if (row === undefined) return undefined
  const { workspaceId } = address
  return { row, content: await requireContent(store, { workspaceId, sha256: row.sha256 }) }
}

/** Throws NOT_FOUND. */
export async function requireVersionFile(
  context: Pick<WorkspaceContext, 'store'>,
  address: VersionAddress & { path: string },
): Promise<{ row: skillFiles.FileRow; content: Uint8Array }> {
  const found = await readVersionFile(context, address)
  if (found !== undefined) return found
  const message = `Version ${address.version} has no file ${address.path}. Call /v1/skills/files for its files.`
  throw new AppError('NOT_FOUND', message)
}

/** The instructions of a served version: its main file without front matter. */
export async function readInstructions(
  context: Pick<WorkspaceContext, 'store'>,
  { workspaceId, pageId, version }: VersionAddress,
): Promise<string> {
  const address = { workspaceId, pageId, version }
  const rows = await skillFiles.list(context.store, address)
  const main = rows.find(({ sourceId }) => sourceId === pageId)
  if (main === undefined) return ''
  const { sha256 } = main
  const content = await requireContent(context.store, { workspaceId, sha256 })
  const { body } = splitFrontMatter(
    Buffer.from(content)
      .toString()
      .replace(/^\ufeff/, ''),
  )
  return body.replace(/^\r?\n/, '')
}
