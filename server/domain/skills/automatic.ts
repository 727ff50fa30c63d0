import { AppError } from '../../lib/errors.ts'
import { vias } from '../../lib/vocabulary.ts'
import {
  pages,
  type Reader,
  skillDrafts,
  skillFiles,
  skillLabels,
  type skillFiles as files,
  systemViewer,
} from '../../store/index.ts'
import type { Context, Via, WorkspaceContext } from '../context.ts'
import type { Actor } from '../events/events.ts'
import { writeFolder } from './folder.ts'
import { type Plan, type PlannedFile, planMain, planSkill } from './plan.ts'
import { recordVersion, servedLabel } from './record.ts'
import { publisherOf } from './rights.ts'

type AutomaticContext = Pick<Context, 'store' | 'content' | 'files'>

/**
 * Publishes what needs no review: skills of earlier releases, and changes to the text of a skill by people who may
 * publish it. Pages and files that were added or removed wait for a publication by hand, because anyone who may write
 * can add them.
 */
export async function publishDue(context: AutomaticContext, workspaceId: string): Promise<void> {
  const { store } = context
  const viewer = systemViewer(workspaceId)
  const due = (await skillDrafts.list(store, viewer)).filter(
    ({ newest, production, isChanged }) =>
      newest === null || (isChanged === 1 && newest === production),
  )
  if (due.length === 0) return
  const reviews = await skillDrafts.reviews(store, workspaceId)
  // SAFETY: writing a folder needs the store, the files and the content engine.
  const system = { ...context, viewer } as WorkspaceContext
  for (const { id, newest } of due) {
    try {
      await publishOne(system, id, { newest, reviews })
    } catch (error) {
      // One skill that cannot be read does not hide the others.
      if (!(error instanceof AppError)) throw error
    }
  }
}

/** Skills of earlier releases are published as they are. */
type Due = { plan: Plan; actor: Actor; isUpgrade?: true }

async function publishOne(
  context: WorkspaceContext,
  pageId: string,
  { newest, reviews }: { newest: number | null; reviews: boolean },
): Promise<void> {
  const { store, viewer } = context
  const { workspaceId } = viewer
  const page = await pages.get(store, viewer, pageId)
  if (page === undefined) return
  const due = await dueOf(context, page, { newest, reviews })
  if (due === undefined) return
  const folder = await writeFolder(context, due.plan)
  const hasError = folder.findings.some(({ level }) => level === 'error')
  if (hasError && !due.isUpgrade) return
  await store.transactIn({ workspaceId }, async (transaction) => {
    if (!due.isUpgrade && (await waitsForPerson(transaction, { workspaceId, pageId }, newest)))
      return
    await recordVersion(transaction, {
      workspaceId,
      pageId,
      folder,
      actor: due.actor,
      note: '',
      isAutomatic: true,
      labels: [servedLabel],
      after: newest ?? 0,
    })
  })
}

/** Whether someone rolled back, or required a review, while the folder was written. */
async function waitsForPerson(
  reader: Reader,
  address: { workspaceId: string; pageId: string },
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
  { newest, reviews }: { newest: number | null; reviews: boolean },
): Promise<Due | undefined> {
  const { store } = context
  const { workspaceId, id: pageId } = page
  if (newest !== null) {
    return reviews ? undefined : dueChanges(context, page, newest)
  }
  if (await skillDrafts.isUpgrade(store, { workspaceId, pageId })) {
    const actor = { userId: page.createdBy, via: 'api' } as const
    return { plan: await planSkill(context, page), actor, isUpgrade: true }
  }
  if (reviews) return undefined
  const author = await publisherOf(
    store,
    { workspaceId, pageId },
    { after: 0, until: page.version },
  )
  if (author === undefined) return undefined
  return { plan: await planMain(context, page), actor: actorOf(author) }
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
  { path, isExecutable, sha256 }: files.FileRow,
  fileId: string,
): PlannedFile {
  const read = async () =>
    (await skillFiles.content(store, { workspaceId, sha256 })) ?? new Uint8Array()
  return { fileId, path, isExecutable: isExecutable === 1, read }
}

function actorOf({ userId, via }: { userId: string; via: string }): Actor {
  return { userId, via: vias.find((one): one is Via => one === via) ?? 'api' }
}
