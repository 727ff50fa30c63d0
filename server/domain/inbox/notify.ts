import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import {
  comments,
  inbox,
  inboxReviews,
  type proposals,
  type Transaction,
  users,
  watches,
} from '../../store/index.ts'
import type { AuditActor } from '../administration/audit.ts'
import type { Caller } from '../context.ts'
import { notifyAgents } from '../events/agent-notices.ts'

/** Who caused an entry. */
type Notifier = Pick<Caller, 'userId' | 'run'>

/** Others get no entry. */
const maxRecipients = 100
const maxReviewers = 500

type Notice = {
  workspaceId: string
  kind: inbox.NewEntry['kind']
  pageId: string
  commentId?: string | null
  userIds: readonly string[]
}

/** Adds an entry to the inbox of each of the people, in the transaction of the change and after its event. */
export async function notifyPeople(
  transaction: Transaction,
  { userId: actorId, run }: Notifier,
  { userIds, commentId = null, ...about }: Notice,
): Promise<void> {
  const others = [...new Set(userIds)].filter((userId) => userId !== actorId)
  if (others.length === 0) return
  const entry = {
    ...about,
    commentId,
    id: newId(),
    actorId,
    runId: run?.id ?? null,
    createdAt: clock.now(),
  }
  await inbox.insert(transaction, entry, others.slice(0, maxRecipients))
}

/** Notifies the people and agents that the text of a page mentions, after the event of the change. */
export async function notifyMentioned(
  transaction: Transaction,
  actor: AuditActor & Notifier,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  userIds: readonly string[],
): Promise<void> {
  const address = { workspaceId, pageId }
  const reached = await reachedBy(transaction, actor, address, userIds)
  const eventFor = (agentId: string) => ({ type: 'agent.mentioned', pageId, agentId }) as const
  await notifyAgents(transaction, workspaceId, actor, { userIds: reached, eventFor })
  await notifyPeople(transaction, actor, { ...address, kind: 'mention', userIds: reached })
}

/**
 * The people and agents whom someone can notify. A visitor of a share link, whom nobody knows, reaches only those who
 * asked for news of the page: who watches it, or a page above it.
 */
export async function reachedBy(
  transaction: Transaction,
  { userId }: Pick<Notifier, 'userId'>,
  page: { workspaceId: string; pageId: string },
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (userIds.length === 0) return userIds
  const author = await users.byId(transaction, userId)
  if (author?.kind !== 'visitor') return userIds
  const watching = await watches.watchers(transaction, page)
  const asked = new Set(watching.map((one) => one.userId))
  return userIds.filter((one) => asked.has(one))
}

type Said = {
  workspaceId: string
  pageId: string
  commentId: string
  threadId: string
  mentions: readonly string[]
  isReply: boolean
}

/** Notifies the people and agents that a comment mentions, and of a reply the others who wrote in its thread. */
export async function notifyOfComment(
  transaction: Transaction,
  notifier: AuditActor & Notifier,
  { mentions: named, isReply, threadId, ...about }: Said,
): Promise<void> {
  const { workspaceId, pageId, commentId } = about
  const mentions = await reachedBy(transaction, notifier, { workspaceId, pageId }, named)
  const event = { type: 'agent.mentioned', pageId, commentId, threadId } as const
  const eventFor = (agentId: string) => ({ ...event, agentId })
  await notifyAgents(transaction, workspaceId, notifier, { userIds: mentions, eventFor })
  await notifyPeople(transaction, notifier, { ...about, kind: 'mention', userIds: mentions })
  if (!isReply) return
  const thread = { ...about, threadId }
  const writers = await comments.participants(transaction, thread, maxRecipients)
  const userIds = writers.filter((userId) => !mentions.includes(userId))
  await notifyPeople(transaction, notifier, { ...about, kind: 'reply', userIds })
}

/**
 * Adds an open proposal to the inbox of each member who can accept it, in place of earlier entries about it. A person
 * reviews what an agent proposes with their key.
 */
export async function askReviewers(
  transaction: Transaction,
  { userId: actorId, forAgent, run }: Notifier & Pick<Caller, 'forAgent'>,
  { workspaceId, proposalId }: proposals.ProposalAddress,
  asked: Pick<inboxReviews.Recipients, 'only' | 'agents'>,
): Promise<void> {
  await inboxReviews.remove(transaction, { workspaceId, proposalId })
  const review = {
    workspaceId,
    proposalId,
    id: newId(),
    actorId,
    runId: run?.id ?? null,
    createdAt: clock.now(),
  }
  const besides = forAgent === true ? '' : actorId
  await inboxReviews.insert(transaction, review, { ...asked, besides, limit: maxReviewers })
}
