import { clock } from '../../lib/clock.ts'
import {
  pages,
  skillDrafts,
  skillFiles,
  skillLabels,
  skillStates,
  skillVersions,
  systemViewer,
  type Transaction,
} from '../../store/index.ts'
import { type Actor, emit, type Event } from '../events/events.ts'
import type { LoadedFile } from './files.ts'
import type { SkillFolder } from './folder.ts'

/** The version with this label is what agents are served. */
export const servedLabel = 'production'

export type Publication = {
  workspaceId: string
  pageId: string
  folder: SkillFolder
  /** Those of the folder. */
  files: readonly LoadedFile[]
  actor: Actor
  note: string
  isAutomatic: boolean
  labels: readonly string[]
  /** The newest version when the folder was written; 0 without one. */
  after: number
}

/**
 * Stores a version with its files. Undefined if one of its pages, or the newest version, has changed since the folder
 * was written.
 */
export async function recordVersion(
  transaction: Transaction,
  { workspaceId, pageId, folder, files, actor, note, isAutomatic, labels, after }: Publication,
): Promise<number | undefined> {
  const address = { workspaceId, pageId }
  const newest = (await skillVersions.newest(transaction, address))?.version ?? 0
  if (newest !== after || !(await isCurrent(transaction, workspaceId, folder))) return undefined
  const version = newest + 1
  const createdAt = clock.now()
  await skillVersions.insert(transaction, {
    ...address,
    version,
    title: folder.title,
    name: folder.name,
    description: folder.description,
    frontMatter: JSON.stringify(folder.frontMatter),
    digest: folder.digest,
    size: folder.size,
    isValid: folder.findings.some(({ level }) => level === 'error') ? 0 : 1,
    isAutomatic: isAutomatic ? 1 : 0,
    note,
    createdAt,
    createdBy: actor.userId,
    runId: actor.run?.id ?? null,
  })
  for (const { source, content, ...file } of files) {
    const row = {
      path: file.path,
      sha256: file.sha256,
      size: file.size,
      isExecutable: file.isExecutable ? (1 as const) : (0 as const),
      sourceId: source?.pageId ?? null,
      sourceVersion: source?.version ?? null,
      fileId: file.fileId ?? null,
    }
    await skillFiles.insert(transaction, { ...address, version }, row, content)
  }
  await skillDrafts.removeUpgrade(transaction, address)
  await skillStates.removePush(transaction, address)
  await putLabels(transaction, address, { version, labels, actor })
  return version
}

async function isCurrent(
  transaction: Transaction,
  workspaceId: string,
  { files }: SkillFolder,
): Promise<boolean> {
  for (const { source } of files) {
    if (source === undefined) continue
    const now = await pages.version(transaction, systemViewer(workspaceId), source.pageId)
    if (now !== source.version) return false
  }
  return true
}

/** Gives labels to a version, with their event. */
export async function putLabels(
  transaction: Transaction,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  { version, labels, actor }: { version: number; labels: readonly string[]; actor: Actor },
): Promise<void> {
  const updatedAt = clock.now()
  for (const label of labels) {
    const row = { label, version, updatedAt, updatedBy: actor.userId }
    await skillLabels.put(transaction, { workspaceId, pageId, ...row })
  }
  const event = { type: 'skill.published', pageId, version, labels: [...labels] } satisfies Event
  await emit(transaction, workspaceId, actor, event)
}

/** Takes a label away from the version that has it, with its event. Has no effect if none has it. */
export async function removeLabel(
  transaction: Transaction,
  address: { workspaceId: string; pageId: string },
  { label, actor }: { label: string; actor: Actor },
): Promise<void> {
  const { workspaceId, pageId } = address
  const labels = await skillLabels.list(transaction, address)
  const version = labels.find((row) => row.label === label)?.version
  if (version === undefined) return
  await skillLabels.remove(transaction, { ...address, label })
  const change = { pageId, version, labels: [], removed: [label] }
  await emit(transaction, workspaceId, actor, { type: 'skill.published', ...change })
}
