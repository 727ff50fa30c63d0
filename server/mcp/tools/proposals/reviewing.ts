import { setTimeout as sleep } from 'node:timers/promises'
import { takeExcerpt } from '../../../domain/document/excerpt.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { enterWorkspace } from '../../../domain/people/access.ts'
import { accept } from '../../../domain/proposals/accept.ts'
import { comment, decline, requestChanges, withdraw } from '../../../domain/proposals/decide.ts'
import { replaceBy, revise } from '../../../domain/proposals/propose.ts'
import {
  getProposal,
  getReviewState,
  listProposals,
  type ShownChange,
  type ShownProposal,
} from '../../../domain/proposals/read.ts'
import { clock, toIso } from '../../../lib/clock.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import { Type } from '../../../lib/json/type.ts'
import type { StoredFieldName } from '../../../lib/page-fields.ts'
import { isAcceptedInPart, proposalStates } from '../../../lib/vocabulary.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { delimit, delimitValue } from '../delimit.ts'
import type { JsonObject } from '../json-object.ts'
import { proposalUrl } from '../proposed.ts'
import { limitList, maxTextBytes } from '../results.ts'
import { agentChanges, draftOf } from './creating.ts'

const maxListed = 50
const maxWaitSeconds = 25
const checkEveryMs = 500

export const listOfProposals = agentTool({
  name: 'list_proposals',
  description: 'Proposals and their states, newest first, with counts.',
  effect: 'reads',
  group: 'proposals',
  operationId: 'proposals.list',
  access: 'read',
  input: Type.Object({
    state: Type.Optional(
      Type.Unsafe<(typeof proposalStates)[number]>({ type: 'string', enum: [...proposalStates] }),
    ),
    page: Type.Optional(Type.String({ maxLength: 2048 })),
    mine: Type.Optional(Type.Boolean({ description: 'Only those that you made' })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { state, page, mine = false, offset = 0 }) => {
    const pageId = page === undefined ? {} : { pageId: await resolvePage(context, page) }
    const filter = { ...(state !== undefined && { state }), ...pageId, onlyMine: mine }
    const part = { limit: maxListed + 1, offset }
    const found = await listProposals(context, filter, part)
    const proposals = found.proposals.map((row) => ({
      id: row.id,
      title: delimitValue(row.title),
      url: proposalUrl(context, row.id),
      state: row.state,
      ...(isAcceptedInPart(row) && { isAcceptedInPart: true }),
      by: `${row.firstName} ${row.lastName}`.trim(),
      updatedAt: toIso(row.updatedAt),
      changes: row.changes,
    }))
    const counts = Object.fromEntries(found.counts)
    const slice = { offset: 0, limit: maxListed }
    return limitList({ proposals, counts }, 'proposals', slice, offset)
  },
})

const actions = [
  'read',
  'comment',
  'accept',
  'decline',
  'request_changes',
  'update',
  'withdraw',
] as const

export const reviewProposal = agentTool({
  name: 'review_proposal',
  description:
    'Read a proposal with its difference and comments, wait for its review, answer it, or decide about it.',
  effect: 'edits',
  group: 'proposals',
  operationId: 'proposals.comment',
  access: 'read',
  input: Type.Object({
    proposal: Type.String({ maxLength: 100, description: 'Its ID' }),
    action: Type.Optional(
      Type.Unsafe<(typeof actions)[number]>({ type: 'string', enum: [...actions] }),
    ),
    text: Type.Optional(
      Type.String({
        maxLength: 10_000,
        description: 'Comment, reason or what to change; Markdown',
      }),
    ),
    change: Type.Optional(Type.Integer({ minimum: 1, description: 'Only this change' })),
    hunks: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), { description: 'For accept: only these hunks' }),
    ),
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Required for accept and decline: the revision that you read',
      }),
    ),
    changes: Type.Optional(agentChanges),
    waitSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxWaitSeconds,
        description: 'For read: wait for a review',
      }),
    ),
  }),
  run: async (context, { proposal, action = 'read', waitSeconds = 0, ...given }) => {
    if (!isId(proposal)) {
      const message = 'must be the ID of a proposal; list_proposals names them'
      throw invalidInput([{ path: '/proposal', rule: 'uuid', message }])
    }
    const address = { workspaceId: context.workspaceId, proposalId: proposal.toLowerCase() }
    if (action !== 'read') return decideAs[action](await rightful(context, action), address, given)
    return textOf(await waited(context, address, waitSeconds * 1000))
  },
})

type Address = { workspaceId: string; proposalId: string }
type Given = {
  text?: string
  change?: number
  hunks?: number[]
  revision?: number
  changes?: Parameters<typeof draftOf>[1]
}
type Decide = (context: AgentContext, address: Address, given: Given) => Promise<JsonObject>

/** With the right of the operation: the tool itself only reads. */
async function rightful(
  context: AgentContext,
  action: Exclude<(typeof actions)[number], 'read'>,
): Promise<AgentContext> {
  const isDecision = action === 'accept' || action === 'decline' || action === 'request_changes'
  return enterWorkspace(context, context.workspaceId, isDecision ? 'write' : 'comment')
}

const decideAs: Record<Exclude<(typeof actions)[number], 'read'>, Decide> = {
  comment: async (context, address, { text = '', change }) => ({
    commentId: await comment(context, {
      ...address,
      markdown: required(text),
      ...(change !== undefined && { change }),
    }),
  }),
  accept: async (context, address, { text = '', change: number, hunks, revision }) => {
    if (hunks !== undefined && number === undefined) {
      throw invalidInput([{ path: '/change', rule: 'required', message: 'is required with hunks' }])
    }
    const part = number === undefined ? undefined : [{ number, ...(hunks && { hunks }) }]
    const review = { ...address, changes: part, revision: wasRead(revision), markdown: text }
    return { ...(await accept(context, review)) }
  },
  decline: async (context, address, { text: reason = '', change, revision }) => ({
    ...(await decline(context, {
      ...address,
      reason,
      revision: wasRead(revision),
      ...(change !== undefined && { changes: [change] }),
    })),
  }),
  request_changes: async (context, address, { text = '' }) => ({
    ...(await requestChanges(context, { ...address, markdown: required(text) })),
  }),
  update: async (context, address, { text: reason, changes }) => {
    const drafting = changes === undefined ? undefined : await draftOf(context, changes)
    const given = reason === undefined ? address : { ...address, reason }
    return { ...(await revise(context, given, drafting && replaceBy(drafting.draft))) }
  },
  withdraw: async (context, address) => ({ ...(await withdraw(context, address)) }),
}

function wasRead(revision: number | undefined): number {
  if (revision !== undefined) return revision
  const message = 'is required; read the proposal and give the revision that it shows'
  throw invalidInput([{ path: '/revision', rule: 'required', message }])
}

function required(text: string): string {
  if (text.trim() !== '') return text
  throw invalidInput([{ path: '/text', rule: 'required', message: 'is required for this action' }])
}

/** The proposal, as soon as someone else said or did something about it, or after the time. */
async function waited(
  context: AgentContext,
  address: Address,
  waitMs: number,
): Promise<ShownProposal> {
  const end = clock.now() + waitMs
  for (;;) {
    const { state, last } = await getReviewState(context, address)
    const isAnswered = last !== undefined && !isOwn(context, last)
    if (state !== 'open' || isAnswered || clock.now() >= end) return getProposal(context, address)
    await sleep(Math.min(checkEveryMs, Math.max(1, end - clock.now())))
  }
}

/** A person who answers is not the program that proposed with their key. */
function isOwn(
  { caller }: AgentContext,
  { createdBy, runKeyId }: ShownProposal['comments'][number],
): boolean {
  return createdBy === caller.userId && (runKeyId !== null) === (caller.keyId !== undefined)
}

function textOf({ proposal, changes, comments, canAccept, reviews }: ShownProposal): string {
  const missing = Math.max(0, ...reviews.map((one) => one.missing))
  const head = [
    `proposal: "${proposal.id}"`,
    `state: ${proposal.state}`,
    ...(isAcceptedInPart(proposal) ? ['isAcceptedInPart: true'] : []),
    `revision: ${proposal.revision}`,
    `canAccept: ${canAccept}`,
    ...(missing > 0 ? [`missingReviews: ${missing}`] : []),
  ]
  const body = [
    `# ${proposal.title}`,
    `By ${`${proposal.firstName} ${proposal.lastName}`.trim()}`,
    proposal.reason,
    ...changes.map(changeText),
    ...comments.map(
      ({ kind, firstName, lastName, markdown, changeNumber }) =>
        `${firstName} ${lastName}: ${kind}${changeNumber === null ? '' : ` (change ${changeNumber})`}\n${markdown}`,
    ),
  ]
  const { text, nextOffset } = takeExcerpt(body.join('\n'), 0, maxTextBytes)
  const more = nextOffset === null ? [] : ['Truncated. The rest is in the web app.']
  return [...head, delimit(text), ...more].join('\n')
}

const signs = { same: ' ', added: '+', removed: '-' }

function changeText(change: ShownChange): string {
  const { number, kind, pageId, title, state, conflict, accepted, fields, parts, markdown, to } =
    change
  const where = to === null ? '' : ` to ${to.title}`
  const problem = conflict === undefined ? '' : `, in conflict (${conflict})`
  const isLeftOut = (hunk: number) => accepted?.hunks.includes(hunk) === false
  const isUnaccepted = (name: StoredFieldName) => accepted?.fields.includes(name) === false
  const lines = parts.flatMap((part) =>
    part.number === null
      ? []
      : [
          `@@ hunk ${part.number}${part.isConflict ? ', in conflict' : ''}${isLeftOut(part.number) ? ', not accepted' : ''}`,
          ...part.near.map((text) => `# Others changed the same sentence; the page says: ${text}`),
          ...part.lines.map((line) => `${signs[line.kind]} ${line.text}`),
        ],
  )
  return [
    `## Change ${number}: ${kind} ${title}${where} (${pageId}), ${state}${problem}`,
    ...fields.map(
      ({ name, before, after }) =>
        `${name}: ${before ?? ''} -> ${after ?? ''}${isUnaccepted(name) ? ' (not accepted)' : ''}`,
    ),
    ...lines,
    ...(kind === 'create' && markdown !== undefined ? [markdown] : []),
  ].join('\n')
}
