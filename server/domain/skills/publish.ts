import { AppError, invalidInput } from '../../lib/errors.ts'
import { type pages, skillStates, skillVersions } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { loadFiles, type SkillFolder, writeFolder } from './folder.ts'
import { planSkill } from './plan.ts'
import { putLabels, recordVersion, removeLabel, servedLabel } from './record.ts'
import { requirePublisher, requireSkill } from './rights.ts'

type PageAddress = { workspaceId: string; pageId: string }

export type PublishInput = PageAddress & {
  note?: string | undefined
  labels?: readonly string[] | undefined
  /** The digest of the draft that was reviewed. */
  expectedDigest?: string | undefined
}

export type Published = { version: number; digest: string; isNew: boolean }

/** Attempts to write a folder whose pages change at the same time. */
const maxAttempts = 5

/** The draft of a skill as a folder, with what the check finds. Throws PAGE_NOT_FOUND or NOT_FOUND. */
export async function readDraft(
  context: WorkspaceContext,
  { pageId }: PageAddress,
): Promise<{ page: pages.ReadablePage; folder: SkillFolder }> {
  const page = await requireSkill(context, context.store, pageId)
  return { page, folder: await writeFolder(context, await planSkill(context, page)) }
}

/**
 * Publishes the draft as the next version. A draft that is the newest version already only gets the labels. Throws
 * PAGE_NOT_FOUND, NOT_FOUND, FORBIDDEN, VALIDATION_FAILED or VERSION_CONFLICT.
 */
export async function publishSkill(
  context: WorkspaceContext,
  { workspaceId, pageId, note = '', labels = [servedLabel], expectedDigest }: PublishInput,
): Promise<Published> {
  const { store, caller } = context
  const address = { workspaceId, pageId }
  requireLabels(labels)
  await requirePublisher(store, caller, await requireSkill(context, store, pageId))
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const newest = await skillVersions.newest(store, address)
    const { folder } = await readDraft(context, address)
    requireExpected(folder, expectedDigest)
    requireValid(folder)
    const files = await loadFiles(folder)
    const published = await store.transactIn({ workspaceId }, async (transaction) => {
      await requirePublisher(transaction, caller, await requireSkill(context, transaction, pageId))
      const isNew = newest?.digest !== folder.digest || newest.title !== folder.title
      const details = { folder, files, actor: caller, note, labels, isAutomatic: false }
      const version = isNew
        ? await recordVersion(transaction, { ...address, ...details, after: newest?.version ?? 0 })
        : newest.version
      if (version === undefined) return undefined
      if (!isNew) await putLabels(transaction, address, { version, labels, actor: caller })
      await skillStates.note(transaction, address)
      return { version, isNew }
    })
    if (published !== undefined) return { ...published, digest: folder.digest }
  }
  throw new AppError('VERSION_CONFLICT', 'The skill is being changed. Publish it again.')
}

function requireExpected({ digest }: SkillFolder, expected: string | undefined): void {
  if (expected === undefined || expected === digest) return
  throw new AppError(
    'VERSION_CONFLICT',
    'The draft has changed since you read it. Read it again before you publish it.',
  )
}

function requireValid({ findings }: SkillFolder): void {
  const errors = findings.filter(({ level }) => level === 'error')
  if (errors.length === 0) return
  throw invalidInput(errors.map(({ code, message }) => ({ path: '/pageId', rule: code, message })))
}

/** The label that stands for what the pages of a skill say now. */
export const draftLabel = 'draft'

function requireLabels(labels: readonly string[]): void {
  if (!labels.includes(draftLabel)) return
  const message = `must not be ${draftLabel}, which stands for what the pages say now`
  throw invalidInput([{ path: '/label', rule: 'label', message }])
}

/**
 * Gives a label to a version, or takes it away. Moving `production` to an earlier version rolls back: later changes are
 * not published without review until a version is published by hand. Throws PAGE_NOT_FOUND, NOT_FOUND,
 * VERSION_NOT_FOUND or FORBIDDEN.
 */
export async function labelVersion(
  context: WorkspaceContext,
  { workspaceId, pageId, label, version }: PageAddress & { label: string; version: number | null },
): Promise<void> {
  const { store, caller, viewer } = context
  const address = { workspaceId, pageId }
  if (version !== null) requireLabels([label])
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePublisher(transaction, caller, await requireSkill(context, transaction, pageId))
    if (version === null) await removeLabel(transaction, address, { label, actor: caller })
    else {
      const found = await skillVersions.get(transaction, viewer, { pageId, version })
      if (found === undefined) throw versionNotFound(version)
      await putLabels(transaction, address, { version, labels: [label], actor: caller })
    }
    // After the event, whose counter orders all writers of the workspace.
    await skillStates.note(transaction, address)
  })
}

export function versionNotFound(version: number | string): AppError {
  return new AppError(
    'VERSION_NOT_FOUND',
    `The skill has no version ${version} that you can read. List its versions with /v1/skills/versions.`,
  )
}
