import { clock } from '../../../lib/clock.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { skillEvaluations, skillVersions } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { emit } from '../../events/events.ts'
import { requirePage } from '../../pages/tree.ts'
import { clientOf } from '../../runs/clients.ts'
import { publishDue } from '../automatic.ts'
import { versionNotFound } from '../publish.ts'
import { requireSkill } from '../rights.ts'
import { requireVersion } from '../serve.ts'

type PageAddress = { workspaceId: string; pageId: string }

export type Evaluation = skillEvaluations.EvaluationItem

export type Report = PageAddress & {
  version: number
  name: string
  outcome: skillEvaluations.Outcome
  score?: number | undefined
  note?: string | undefined
  model?: string | undefined
}

/**
 * Stores the result of an evaluation of a published version. Returns its ID. Throws PAGE_NOT_FOUND, NOT_FOUND, FORBIDDEN,
 * VERSION_NOT_FOUND or VALIDATION_FAILED.
 */
export async function reportEvaluation(
  context: WorkspaceContext,
  { workspaceId, pageId, version, name, outcome, score, note = '', model = '' }: Report,
): Promise<string> {
  const { store, viewer, caller } = context
  if (outcome === 'scored' && score === undefined) {
    const message = 'is required with the outcome scored'
    throw invalidInput([{ path: '/score', rule: 'required', message }])
  }
  await requireSkill(context, store, pageId)
  await publishDue(context, workspaceId)
  const id = newId()
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requireSkill(context, transaction, pageId)
    await requirePage(transaction, viewer, pageId, 'comment')
    const found = await skillVersions.get(transaction, viewer, { pageId, version })
    if (found === undefined) throw versionNotFound(version)
    await skillEvaluations.add(transaction, {
      workspaceId,
      pageId,
      version,
      id,
      name,
      outcome,
      score: score ?? null,
      note,
      model,
      createdAt: clock.now(),
      createdBy: caller.userId,
      keyId: caller.keyId ?? null,
      client: clientOf(caller),
      runId: caller.run?.id ?? null,
    })
    const result = { pageId, version, outcome, ...(score !== undefined && { score }) }
    await emit(transaction, workspaceId, caller, { type: 'skill.evaluated', ...result })
  })
  return id
}

/** The results of a version, or of all that the caller can read, newest first. Throws as `requireVersion`. */
export async function listEvaluations(
  context: WorkspaceContext,
  {
    workspaceId,
    pageId,
    version,
    ...part
  }: PageAddress & { version?: number | undefined; limit: number; offset: number },
): Promise<Evaluation[]> {
  const { store, viewer } = context
  await requireSkill(context, store, pageId)
  if (version !== undefined) await requireVersion(context, { workspaceId, pageId, version })
  return skillEvaluations.list(store, viewer, { pageId, version, ...part })
}

export type EvaluationSummary = Omit<skillEvaluations.Counts, 'version'> & {
  newest: Evaluation | null
}

/** The results of each version of a skill that has any, after the skill was read as the viewer. */
export async function summarizeEvaluations(
  { store, viewer }: WorkspaceContext,
  pageId: string,
): Promise<Map<number, EvaluationSummary>> {
  const newest = await skillEvaluations.newest(store, viewer, pageId)
  const byVersion = new Map(newest.map((one) => [one.version, one]))
  const counts = await skillEvaluations.counts(store, viewer, pageId)
  return new Map(
    counts.map(({ version, ...count }) => [
      version,
      { ...count, newest: byVersion.get(version) ?? null },
    ]),
  )
}
