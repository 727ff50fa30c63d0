import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { vias } from '../../lib/vocabulary.ts'
import {
  pages,
  type Reader,
  skillDrafts,
  skillFiles,
  skillLabels,
  type skillFiles as files,
  skillStates,
  skillVersions,
  systemViewer,
} from '../../store/index.ts'
import type { Context, Via, WorkspaceContext } from '../context.ts'
import type { Actor } from '../events/events.ts'
import { requireContent } from './contents.ts'
import { differs } from './differs.ts'
import { loadFiles, writeFolder } from './folder.ts'
import { type Plan, type PlannedFile, planMain, planSkill } from './plan.ts'
import { recordVersion, servedLabel } from './record.ts'
import { mayPublishAs, publisherOf } from './rights.ts'

type PageAddress = { workspaceId: string; pageId: string }
type AutomaticContext = Pick<Context, 'store' | 'content' | 'files'>

/** Versions that other requests may publish meanwhile. */
const maxAttempts = 3

/**
 * Compares the drafts that have changed with their newest versions, and publishes what needs no review: skills of
 * earlier releases, changes to the text of a skill by people who may publish it, and what they push. Pages and files that
 * were added or removed in another way wait for a publication by hand, because anyone who may write can add them. Costs one query if nothing has
 * changed.
 */
export async function publishDue(context: AutomaticContext, workspaceId: string): Promise<void> {
  const { store } = context
  // SAFETY: writing a folder needs the store, the files and the content engine.
  const system = { ...context, viewer: systemViewer(workspaceId) } as WorkspaceContext
  for (const { pageId, revision } of await skillStates.due(store, workspaceId)) {
    const isChanged = await publishOne(system, { workspaceId, pageId })
    await store.transactIn({ workspaceId }, async (transaction) => {
      const found = { revision, isChanged, now: clock.now() }
      await skillStates.record(transaction, { workspaceId, pageId }, found)
    })
  }
}

/** Whether the draft differs from its newest version afterwards. */
async function publishOne(context: WorkspaceContext, address: PageAddress): Promise<boolean> {
  try {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const page = await pages.get(context.store, context.viewer, address.pageId)
      if (page === undefined) return false
      const newest = await skillVersions.newest(context.store, address)
      if (newest !== undefined && !(await differs(context, await planSkill(context, page), newest)))
        return false
      const due = await dueOf(context, page, newest?.version ?? null)
      if (due === undefined) return newest !== undefined
      if (!(await publish(context, address, { due, after: newest?.version ?? null }))) return true
    }
    return true
  } catch (error) {
    // One skill that cannot be read does not hide the others.
    if (error instanceof AppError) return true
    throw error
  }
}

/** Skills of earlier releases are published as they are. */
type Due = {
  plan: Plan
  actor: Actor
  isUpgrade?: true
  /** Of the draft that may be published. */
  digest?: string
}

/** Whether it was published, or changed meanwhile; false if it waits for a person. */
async function publish(
  context: WorkspaceContext,
  address: PageAddress,
  { due: { plan, actor, isUpgrade, digest }, after }: { due: Due; after: number | null },
): Promise<boolean> {
  const { store } = context
  const folder = await writeFolder(context, plan)
  const hasError = folder.findings.some(({ level }) => level === 'error')
  if (hasError && isUpgrade !== true) return false
  if (digest !== undefined && folder.digest !== digest) return false
  const files = await loadFiles(folder)
  const { workspaceId } = address
  return store.transactIn({ workspaceId }, async (transaction) => {
    if (isUpgrade !== true && (await waitsForPerson(transaction, address, after))) return false
    const labels = [servedLabel]
    const details = { folder, files, actor, note: '', isAutomatic: true, labels }
    await recordVersion(transaction, { ...address, ...details, after: after ?? 0 })
    return true
  })
}

/** Whether someone rolled back, or required a review. */
async function waitsForPerson(
  reader: Reader,
  address: PageAddress,
  newest: number | null,
): Promise<boolean> {
  if (await skillDrafts.reviews(reader, address.workspaceId)) return true
  const labels = await skillLabels.list(reader, address)
  return (labels.find(({ label }) => label === servedLabel)?.version ?? null) !== newest
}

/** What is published, and for whom; undefined if it needs a review. */
async function dueOf(
  context: WorkspaceContext,
  page: pages.PageRow,
  newest: number | null,
): Promise<Due | undefined> {
  const { store } = context
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  if (newest === null && (await skillDrafts.isUpgrade(store, address))) {
    const actor = { userId: page.createdBy, via: 'api' } as const
    return { plan: await planSkill(context, page), actor, isUpgrade: true }
  }
  if (await waitsForPerson(store, address, newest)) return undefined
  const push = await skillStates.push(store, address)
  if (push !== undefined) return duePush(context, page, push)
  if (newest !== null) return dueChanges(context, page, newest)
  const author = await publisherOf(store, address, { after: 0, until: page.version })
  if (author === undefined) return undefined
  return { plan: await planMain(context, page), actor: actorOf(author) }
}

/** A push with files is published as a whole, texts and files, and only as it was sent. */
async function duePush(
  context: WorkspaceContext,
  page: pages.PageRow,
  { author, digest }: skillStates.Push,
): Promise<Due | undefined> {
  const { workspaceId, id: pageId } = page
  if (author === null) return undefined
  if (!(await mayPublishAs(context.store, { workspaceId, pageId }, author))) return undefined
  return { plan: await planSkill(context, page), actor: actorOf(author), digest }
}

/** The changed texts in the folder of the newest version, if people who may publish made all changes. */
async function dueChanges(
  context: WorkspaceContext,
  main: pages.PageRow,
  version: number,
): Promise<Due | undefined> {
  const { store, viewer } = context
  const { workspaceId, id: pageId } = main
  const plan = await planMain(context, main)
  let actor: Actor | undefined
  for (const row of await skillFiles.list(store, { workspaceId, pageId, version })) {
    if (row.fileId !== null) plan.files.push(storedFile(context, workspaceId, row, row.fileId))
    if (row.sourceId === null) continue
    const page = await pages.get(store, viewer, row.sourceId)
    if (page === undefined || page.sectionId !== main.sectionId) return undefined
    if (page.id !== pageId) plan.pages.push({ ...page, path: row.path })
    if (page.version === row.sourceVersion) continue
    const changes = { after: row.sourceVersion ?? 0, until: page.version }
    const author = await publisherOf(store, { workspaceId, pageId: page.id }, changes)
    if (author === undefined) return undefined
    actor = actorOf(author)
  }
  return actor === undefined ? undefined : { plan, actor }
}

/** A file of the version before, whether it is still attached or not. */
function storedFile(
  { store }: WorkspaceContext,
  workspaceId: string,
  { path, isExecutable, sha256, size }: files.FileRow,
  fileId: string,
): PlannedFile {
  const read = () => requireContent(store, { workspaceId, sha256 })
  return { fileId, path, isExecutable: isExecutable === 1, sha256, size, read }
}

function actorOf({ userId, via }: { userId: string; via: string }): Actor {
  return { userId, via: vias.find((one): one is Via => one === via) ?? 'api' }
}
