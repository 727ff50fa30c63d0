import { dayMs } from '../../../lib/clock.ts'
import { staleReasons } from '../../../lib/vocabulary.ts'
import { skillUses } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { listSkills, type SkillItem } from '../list.ts'
import { countedSince } from './list-uses.ts'

export type StaleReason = (typeof staleReasons)[number]

/** What is known about a skill, to tell whether it is stale. */
export type Dates = {
  createdAt: number
  updatedAt: number
  /** When the newest version was published. */
  publishedAt: number | null
  /** When the version that agents are served was published. */
  servedAt: number | null
  /** Since when the draft differs from the newest version. */
  changedSince: number | null
  lastUsedAt: number | null
}

/** Why a skill is stale, if something has been so for a number of days. `since`: uses are counted since then. */
export function staleReasonsOf(
  dates: Dates,
  { now, days, since }: { now: number; days: number; since: number },
): StaleReason[] {
  const isPast = (at: number) => now - at >= days * dayMs
  const { createdAt, updatedAt, publishedAt, servedAt, changedSince, lastUsedAt } = dates
  const isServed = servedAt !== null
  const isUnused = isServed && isPast(Math.max(servedAt, since, lastUsedAt ?? 0))
  const isAhead = publishedAt !== null && changedSince !== null && isPast(changedSince)
  const lastChange = Math.max(updatedAt, publishedAt ?? 0, changedSince ?? 0)
  const found: Record<StaleReason, boolean> = {
    unused: isUnused,
    changed_since_publication: isAhead,
    never_published: publishedAt === null && isPast(createdAt),
    not_changed: isPast(lastChange),
  }
  return staleReasons.filter((reason) => found[reason])
}

/** A skill with its uses, and why it is stale. */
export type UsedSkill = SkillItem & {
  uses: number
  lastUsedAt: number | null
  stale: StaleReason[]
}

/** The skills and agents that the caller can read, with the uses of the versions that they can read, by title. */
export async function listUsedSkills(
  context: WorkspaceContext,
  { now, days }: { now: number; days: number },
): Promise<UsedSkill[]> {
  const since = await countedSince(context)
  const skills = await listSkills(context)
  const totals = await skillUses.ofPages(context.store, context.viewer)
  const byPage = new Map(totals.map(({ pageId, ...total }) => [pageId, total]))
  return skills.map((skill) => {
    const { uses = 0, lastAt = null } = byPage.get(skill.id) ?? {}
    const dates = { ...skill.dates, servedAt: skill.served?.createdAt ?? null, lastUsedAt: lastAt }
    return {
      ...skill,
      uses,
      lastUsedAt: lastAt,
      stale: staleReasonsOf(dates, { now, days, since }),
    }
  })
}
