import { AppError, invalidInput } from '../../lib/errors.ts'
import { type pages, skillLabels, skillVersions } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { type SkillFolder, writeFolder } from './folder.ts'
import { planSkill } from './plan.ts'
import { putLabels, recordVersion, servedLabel } from './record.ts'
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
  await requirePublisher(store, caller, await requireSkill(context, store, pageId))
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const newest = await skillVersions.newest(store, address)
    const { folder } = await readDraft(context, address)
    requireExpected(folder, expectedDigest)
    requireValid(folder)
    const published = await store.transactIn({ workspaceId }, async (transaction) => {
      await requirePublisher(transaction, caller, await requireSkill(context, transaction, pageId))
      if (newest?.digest === folder.digest && newest.title === folder.title) {
        await putLabels(transaction, address, { version: newest.version, labels, actor: caller })
        return { version: newest.version, isNew: false }
      }
      const publication = { ...address, folder, actor: caller, note, labels, isAutomatic: false }
      const after = newest?.version ?? 0
      const version = await recordVersion(transaction, { ...publication, after })
      return version === undefined ? undefined : { version, isNew: true }
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
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePublisher(transaction, caller, await requireSkill(context, transaction, pageId))
    if (version === null) {
      await skillLabels.remove(transaction, { ...address, label })
      return
    }
    const found = await skillVersions.get(transaction, viewer, { pageId, version })
    if (found === undefined) throw versionNotFound(version)
    await putLabels(transaction, address, { version, labels: [label], actor: caller })
  })
}

export function versionNotFound(version: number | string): AppError {
  return new AppError(
    'VERSION_NOT_FOUND',
    `The skill has no version ${version} that you can read. List its versions with /v1/skills/versions.`,
  )
}
