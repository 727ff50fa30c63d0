import { AppError, invalidInput } from '../../lib/errors.ts'
import {
  files,
  pages,
  skillDrafts,
  skillLabels,
  skillStates,
  skillUses,
  skillVersions,
  type Store,
} from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { publishDue } from './automatic.ts'
import { reasonAgainst } from './names.ts'
import { mainFile } from './plan.ts'
import { servedLabel } from './record.ts'
import { mayPublish, requireSkill } from './rights.ts'
import { type EvaluationSummary, summarizeEvaluations } from './use/evaluations.ts'
import { countedSince } from './use/list-uses.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A skill or agent with what is served of it. */
export type SkillItem = Pick<skillDrafts.DraftRow, 'id' | 'title' | 'icon' | 'ownership'> & {
  /** `draft`: never published. `changed`: its pages have changed since. `rolled_back`: served is an earlier version. */
  state: 'draft' | 'published' | 'changed' | 'rolled_back'
  served: skillVersions.LabelledVersion | null
  dates: Pick<skillDrafts.DraftRow, 'createdAt' | 'updatedAt' | 'changedSince'> & {
    /** When the newest version was published; null without one. */
    publishedAt: number | null
  }
}

/** The skills and agents that the caller can read, by title. */
export async function listSkills(context: WorkspaceContext): Promise<SkillItem[]> {
  const { store, viewer } = context
  await publishDue(context, viewer.workspaceId)
  const rows = await skillDrafts.list(store, viewer)
  const served = await servedOf(store, context)
  return rows
    .map(({ newest, production, isChanged, newestAt, ...row }) => ({
      id: row.id,
      title: row.title,
      icon: row.icon,
      ownership: row.ownership,
      state: stateOf({ newest, production, isChanged }),
      served: served.get(row.id) ?? null,
      dates: {
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
        changedSince: row.changedSince,
        publishedAt: newestAt,
      },
    }))
    .toSorted((a, b) => (a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1))
}

async function servedOf(
  store: Store,
  { viewer }: WorkspaceContext,
): Promise<Map<string, skillVersions.LabelledVersion>> {
  const all = [
    ...(await skillVersions.labelled(store, viewer, { label: servedLabel, ownership: 'SKILL' })),
    ...(await skillVersions.labelled(store, viewer, { label: servedLabel, ownership: 'AGENT' })),
  ]
  return new Map(all.map((version) => [version.pageId, version]))
}

function stateOf({
  newest,
  production,
  isChanged,
}: Pick<skillDrafts.DraftRow, 'newest' | 'production' | 'isChanged'>): SkillItem['state'] {
  if (newest === null || production === null) return 'draft'
  if (production !== newest) return 'rolled_back'
  return isChanged === 1 ? 'changed' : 'published'
}

/** A published version. */
export type PublishedVersion = skillVersions.VersionDetails
export type ListedVersion = skillVersions.VersionItem

export type SkillState = {
  page: pages.ReadablePage
  labels: skillLabels.LabelRow[]
  versions: skillVersions.VersionItem[]
  mayPublish: boolean
  reviews: boolean
  /** By the number of the version; without those that were never used. */
  uses: Map<number, skillUses.Total>
  evaluations: Map<number, EvaluationSummary>
}

/** The versions of a skill, newest first, with its labels. Throws PAGE_NOT_FOUND or NOT_FOUND. */
export async function listVersions(
  context: WorkspaceContext,
  { workspaceId, pageId, limit, offset }: PageAddress & { limit: number; offset: number },
): Promise<SkillState> {
  const { store, viewer, caller } = context
  const page = await requireSkill(context, store, pageId)
  await publishDue(context, workspaceId)
  await countedSince(context)
  const uses = await skillUses.ofVersions(store, viewer, pageId)
  return {
    page,
    labels: await skillLabels.list(store, { workspaceId, pageId }),
    versions: await skillVersions.list(store, viewer, { pageId, limit, offset }),
    mayPublish: await mayPublish(store, caller, page),
    reviews: await skillDrafts.reviews(store, workspaceId),
    uses: new Map(uses.map(({ version, ...total }) => [version, total])),
    evaluations: await summarizeEvaluations(context, pageId),
  }
}

/**
 * Sets the place of a subpage or an attached file in the folder of a skill, and whether it is executable. Throws
 * PAGE_NOT_FOUND, NOT_FOUND, FILE_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED.
 */
export async function setItemPath(
  context: WorkspaceContext,
  {
    workspaceId,
    pageId,
    itemId,
    path,
    isExecutable,
  }: PageAddress & { itemId: string; path: string; isExecutable: boolean },
): Promise<void> {
  const reason = reasonAgainst(path)
  if (reason !== undefined || path === mainFile) {
    const why = reason === undefined ? '' : `: ${reason}`
    const message = `must be a path in the folder, such as scripts/run.sh, and not ${mainFile}${why}`
    throw invalidInput([{ path: '/path', rule: 'path', message }])
  }
  const { store, viewer } = context
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireSkill(context, transaction, pageId)
    await requirePage(transaction, viewer, pageId, 'write')
    const attached = await files.ofPage(transaction, workspaceId, pageId)
    const isItem =
      attached.some(({ id }) => id === itemId) ||
      (await pages.lineage(transaction, workspaceId, itemId)).slice(1).includes(pageId)
    if (!isItem) {
      throw new AppError(
        'NOT_FOUND',
        `${itemId} is neither a subpage nor an attached file of the skill. Attach the file first.`,
      )
    }
    const row = { itemId, path, isExecutable: isExecutable ? (1 as const) : (0 as const) }
    await skillDrafts.putPath(transaction, { workspaceId, pageId }, row)
    await skillStates.note(transaction, { workspaceId, pageId })
  })
}

/** Whether signed-in people alone publish skills in the workspace. */
export function readReviews({ store, viewer }: WorkspaceContext): Promise<boolean> {
  return skillDrafts.reviews(store, viewer.workspaceId)
}

/** Sets whether signed-in people alone publish skills in the workspace. */
export async function setReviews(context: WorkspaceContext, reviews: boolean): Promise<void> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  await store.transactIn({ workspaceId }, async (transaction) => {
    await skillDrafts.setReviews(transaction, workspaceId, reviews)
    await skillStates.noteAll(transaction, workspaceId)
    await recordAudit(transaction, caller, {
      action: 'workspace.update',
      workspaceId,
      subject: workspaceId,
      details: { reviewsSkills: reviews },
    })
  })
}
