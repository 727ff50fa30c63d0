import { AppError, invalidInput, type Violation } from '../../lib/errors.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import {
  groups,
  members,
  principals,
  type Reader,
  sectionReviews,
  type Transaction,
} from '../../store/index.ts'
import type { Caller } from '../context.ts'

export const reviewCounts = [0, 1, 2] as const
export type ReviewCount = (typeof reviewCounts)[number]
export const maxReviewersOfSection = 50

/**
 * Who accepts proposals in a section: with a count above 0, that many of the reviewers must. Agents accept only where
 * they are reviewers.
 */
export type ReviewRule = { required: ReviewCount; reviewerIds: readonly string[] }

/** A rule with the section that it is from. */
export type RuleOfSection = ReviewRule & { sectionId: string }

type SectionAddress = { workspaceId: string; sectionId: string }

/** The rule for pages in a section: its own, or the one that it inherits. */
export async function ruleIn(
  reader: Reader,
  workspaceId: string,
  sectionId: string | null,
): Promise<RuleOfSection | undefined> {
  for (let id = sectionId; id !== null;) {
    const row = await sectionReviews.get(reader, { workspaceId, sectionId: id })
    if (row === undefined) return undefined
    if (row.review !== null) return { ...readRule(row.review, id), sectionId: id }
    id = row.inherits === 1 ? row.enclosingId : null
  }
  return undefined
}

/** Whether a rule names someone. A group stands for its people, never for its agents. */
export async function isNamed(
  reader: Reader,
  workspaceId: string,
  { reviewerIds }: ReviewRule,
  { userId, isAgent }: { userId: string; isAgent: boolean },
): Promise<boolean> {
  if (reviewerIds.includes(userId)) return true
  if (isAgent) return false
  const own = await groups.ofUser(reader, { workspaceId, userId })
  return own.some(({ groupId }) => reviewerIds.includes(groupId))
}

/**
 * Stores the rule of a section; null removes it. Only people change it, and only owners and admins of the workspace let
 * agents review. Throws FORBIDDEN or VALIDATION_FAILED.
 */
export async function putRule(
  transaction: Transaction,
  section: SectionAddress,
  rule: ReviewRule | null,
  by: Pick<Caller, 'userId' | 'forAgent'>,
): Promise<void> {
  if (by.forAgent === true) {
    const message = 'A key for an agent cannot change who reviews proposals. Ask a person.'
    throw new AppError('FORBIDDEN', message)
  }
  const isNone = rule === null || (rule.required === 0 && rule.reviewerIds.length === 0)
  if (!isNone) await requireRule(transaction, section, rule, by)
  await sectionReviews.put(transaction, section, isNone ? null : storedRule(rule))
}

/** Takes someone who leaves, or a group that is deleted, out of all rules. The counts stay. */
export async function removeReviewer(
  transaction: Transaction,
  principal: { workspaceId: string; principalId: string },
): Promise<void> {
  const { workspaceId, principalId } = principal
  for (const { sectionId, review } of await sectionReviews.naming(transaction, principal)) {
    const { required, reviewerIds } = readRule(review, sectionId)
    const left = reviewerIds.filter((id) => id !== principalId)
    const rule = { required, reviewerIds: left }
    const stored = required === 0 && left.length === 0 ? null : storedRule(rule)
    await sectionReviews.put(transaction, { workspaceId, sectionId }, stored)
  }
}

async function requireRule(
  reader: Reader,
  section: SectionAddress,
  { required, reviewerIds }: ReviewRule,
  { userId }: { userId: string },
): Promise<void> {
  const { workspaceId } = section
  const known = await principals.listed(reader, workspaceId, reviewerIds)
  const stored = (await sectionReviews.get(reader, section))?.review ?? null
  const before = stored === null ? [] : readRule(stored, section.sectionId).reviewerIds
  const role = await members.role(reader, workspaceId, userId)
  const isAdmin = role === 'OWNER' || role === 'ADMIN'
  const wrong: Violation[] = []
  const reject = (index: number, rule: string, message: string) =>
    wrong.push({ path: `/review/reviewerIds/${index}`, rule, message })
  for (const [index, id] of reviewerIds.entries()) {
    const type = known.find((row) => row.id === id)?.type
    if (type !== 'person' && type !== 'group') {
      reject(index, 'principal', 'must be a member, agent or group of this workspace')
      continue
    }
    const membership = await members.membership(reader, workspaceId, id)
    const isNewAgent = membership?.maxLevel != null && !before.includes(id)
    if (isNewAgent && !isAdmin) {
      reject(index, 'agent', 'must not be an agent; an owner or admin can add it')
    }
  }
  const people = known.filter(({ type }) => type === 'person').length
  const hasGroup = known.some(({ type }) => type === 'group')
  if (wrong.length === 0 && !hasGroup && people < required) {
    const message = `must name at least ${required} reviewers or a group`
    wrong.push({ path: '/review/reviewerIds', rule: 'reviewers', message })
  }
  if (wrong.length > 0) throw invalidInput(wrong)
}

const readRule = storedJson(
  'sections.review',
  fits(
    Type.Object({
      required: Type.Unsafe<ReviewCount>({ type: 'integer', enum: [...reviewCounts] }),
      reviewerIds: Type.Array(Type.String()),
    }),
  ),
)

function storedRule({ required, reviewerIds }: ReviewRule): string {
  return JSON.stringify({ required, reviewerIds: [...new Set(reviewerIds)] })
}
