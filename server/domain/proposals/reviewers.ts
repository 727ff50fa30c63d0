import { AppError } from '../../lib/errors.ts'
import {
  levelNumbers,
  principals,
  proposalApprovals,
  proposals,
  proposalSettings,
  type Reader,
  sections,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { viewerOfPerson } from '../people/access.ts'
import { isNamed, ruleIn, type RuleOfSection } from '../rights/reviewers.ts'
import { type Actor, actorOf, proposerOf } from './parties.ts'
import { lowestLevel } from './rights.ts'

/** Rules of the sections that a proposal changes. */
export type Rules = {
  all: readonly RuleOfSection[]
  /** Those with a number of reviewers who must accept. */
  required: readonly RuleOfSection[]
  /** Whether each page has a rule. Pages outside of sections have none. */
  coverAll: boolean
}

export async function rulesFor(
  reader: Reader,
  { workspaceId, id: proposalId }: Pick<proposals.ProposalRow, 'workspaceId' | 'id'>,
): Promise<Rules> {
  const pageIds = await proposals.pagesOf(reader, { workspaceId, proposalId })
  const found = await sections.ofPages(reader, workspaceId, pageIds)
  const rules = new Map<string, RuleOfSection>()
  let covered = 0
  for (const sectionId of new Set(found.map((page) => page.sectionId))) {
    const rule = await ruleIn(reader, workspaceId, sectionId)
    if (rule === undefined) continue
    rules.set(rule.sectionId, rule)
    covered += found.filter((page) => page.sectionId === sectionId).length
  }
  const all = [...rules.values()]
  const required = all.filter((rule) => rule.required > 0)
  return { all, required, coverAll: covered === pageIds.length }
}

type Reviewing = Pick<WorkspaceContext, 'store' | 'caller'>

/** Checks that the caller is someone who may accept a proposal, apart from their level on its pages. Throws FORBIDDEN. */
export async function requireAcceptor(
  { caller }: Reviewing,
  reader: Reader,
  proposal: proposals.ProposalRow,
): Promise<void> {
  const reason = await refusalFor(reader, proposal, caller)
  if (reason !== undefined) throw new AppError('FORBIDDEN', reason)
}

/** Why the caller cannot accept a proposal; undefined if they can. */
export async function refusalFor(
  reader: Reader,
  proposal: proposals.ProposalRow,
  caller: Reviewing['caller'],
): Promise<string | undefined> {
  const { workspaceId } = proposal
  const rules = await rulesFor(reader, proposal)
  const actor = await actorOf(reader, workspaceId, caller)
  if (actor.isAgent && caller.forAgent === true) {
    return 'A key for an agent cannot accept proposals. Ask a person to review it.'
  }
  const reason = await conflictOfInterest(reader, proposal, { actor, rules })
  if (reason !== undefined || rules.required.length === 0) return reason
  for (const rule of rules.required) {
    if (await isNamed(reader, workspaceId, rule, actor)) return undefined
  }
  return `Only the reviewers of the section can accept this proposal: ${await namesOf(reader, workspaceId, rules.required)}.`
}

async function conflictOfInterest(
  reader: Reader,
  proposal: proposals.ProposalRow,
  { actor, rules }: { actor: Actor; rules: Rules },
): Promise<string | undefined> {
  const { workspaceId } = proposal
  const proposer = await proposerOf(reader, proposal)
  if (actor.isAgent) {
    const named = rules.all.map((rule) => isNamed(reader, workspaceId, rule, actor))
    const isReviewer = rules.coverAll && (await Promise.all(named)).every(Boolean)
    if (!isReviewer) {
      return 'Agents cannot accept proposals unless they are reviewers of each section that it changes. Ask a person to review it.'
    }
    return actor.partyId === proposer.partyId
      ? 'An agent cannot accept what its owner or another agent of its owner proposed. Ask someone else to review it.'
      : undefined
  }
  if (actor.userId !== proposer.userId || proposer.isAgent) return undefined
  const { acceptsOwn } = await proposalSettings.get(reader, workspaceId)
  return acceptsOwn === 1 ? undefined : 'You cannot accept your own proposal. Ask someone else.'
}

/** The reviewers of some rules, for a sentence. */
async function namesOf(
  reader: Reader,
  workspaceId: string,
  rules: readonly RuleOfSection[],
): Promise<string> {
  const ids = [...new Set(rules.flatMap(({ reviewerIds }) => reviewerIds))]
  const found = await principals.listed(reader, workspaceId, ids)
  return found.map(({ name }) => name).join(', ')
}

/** How many more reviewers each rule needs, given those who accepted the same parts of the current revision. */
export async function missingReviews(
  reader: Reader,
  proposal: proposals.ProposalRow,
  parts?: string,
): Promise<{ rule: RuleOfSection; missing: number }[]> {
  const { workspaceId, id: proposalId, revision } = proposal
  const rules = await rulesFor(reader, proposal)
  const approvals = await proposalApprovals.list(reader, { workspaceId, proposalId })
  const pageIds = await proposals.pagesOf(reader, { workspaceId, proposalId })
  const actors: Actor[] = []
  for (const approval of approvals) {
    const isSame = parts === undefined || approval.parts === parts
    if (approval.revision !== revision || !isSame) continue
    const { userId } = approval
    const actor = await actorOf(reader, workspaceId, { userId })
    const viewer = await viewerOfPerson(reader, workspaceId, userId)
    const level = viewer === undefined ? 0 : await lowestLevel(reader, viewer, pageIds)
    const reason = await conflictOfInterest(reader, proposal, { actor, rules })
    if (level >= levelNumbers.write && reason === undefined) actors.push(actor)
  }
  const counted: { rule: RuleOfSection; missing: number }[] = []
  for (const rule of rules.required) {
    const parties = new Set<string>()
    for (const actor of actors) {
      if (await isNamed(reader, workspaceId, rule, actor)) parties.add(actor.partyId)
    }
    counted.push({ rule, missing: Math.max(0, rule.required - parties.size) })
  }
  return counted
}

/** Who of those who can write on the pages of a proposal gets it into the inbox. */
export type Asked = {
  /** People and groups; empty for everyone. */
  only: readonly string[]
  /** Those of the reviewers that may be agents. */
  agents: readonly string[]
}

export async function askedFor(
  reader: Reader,
  proposal: Pick<proposals.ProposalRow, 'workspaceId' | 'id'>,
): Promise<Asked> {
  const { all, required, coverAll } = await rulesFor(reader, proposal)
  const [first, ...others] = coverAll ? all : []
  const agents = (first?.reviewerIds ?? []).filter((id) =>
    others.every(({ reviewerIds }) => reviewerIds.includes(id)),
  )
  return { only: required.flatMap(({ reviewerIds }) => reviewerIds), agents }
}
