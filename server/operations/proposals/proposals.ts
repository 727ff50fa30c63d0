import { maxChanges } from '../../domain/pages/proposed.ts'
import { Type } from '../../lib/json/type.ts'
import { proposalStates } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import {
  acceptedPart,
  changeEdits,
  changeNumber,
  detailed,
  givenChange,
  markdown,
  proposalId,
  proposed,
  removedChanges,
  state,
  summary,
  title,
  toDetailed,
  toSummary,
} from './fields.ts'
import { readChanges, rejectBoth } from './given.ts'

const { exampleIds, workspaceId } = fields
const one = { workspaceId: exampleIds.workspace, proposalId: exampleIds.proposal }
// The first answer of the server does without them.
const loadAmend = () => import('../../domain/proposals/amend.ts')
const loadAccept = () => import('../../domain/proposals/accept.ts')
const loadDecisions = () => import('../../domain/proposals/decide.ts')
const loadGiven = () => import('../../domain/proposals/given-changes.ts')
const loadPropose = () => import('../../domain/proposals/propose.ts')
const loadRead = () => import('../../domain/proposals/read.ts')
const loadSettings = () => import('../../domain/proposals/settings.ts')
const none = 'Agents use create_proposal, list_proposals and review_proposal.'
const changes = Type.Array(givenChange, {
  minItems: 1,
  maxItems: maxChanges,
  description: 'Changes to pages, at most one of each kind for a page.',
})
const reason = Type.String({
  maxLength: 10_000,
  description: 'Why, as Markdown, for the reviewers.',
})

const reviewed = (decision: string) =>
  Type.Integer({
    minimum: 1,
    description: `Revision that you reviewed. If the proposal was updated since then, the response is \`PROPOSAL_CONFLICT\` and nothing is ${decision}.`,
  })

export const create = operation({
  method: 'POST',
  path: '/v1/proposals/create',
  summary: 'Propose changes',
  description:
    'Proposes changes to one or more pages. You need the level propose on each page, or write. Nothing changes until someone who can write on all pages accepts the proposal.',
  access: 'comment',
  audience: 'people and keys',
  writes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    title,
    reason: Type.Optional(reason),
    changes,
  }),
  output: proposed,
  errors: ['PAGE_NOT_FOUND', 'VERSION_CONFLICT', 'PAGE_CYCLE', 'QUOTA_EXCEEDED'],
  example: {
    workspaceId: exampleIds.workspace,
    title: 'Correct the date',
    reason: 'The meeting was moved.',
    changes: [{ kind: 'edit', pageId: exampleIds.page, markdown: 'We meet on **Friday**.\n' }],
  },
  tool: { none },
  run: async (context, { changes: given, ...proposal }) => {
    const { draftingContext, propose } = await loadPropose()
    const { collect } = await loadGiven()
    const drafting = draftingContext(context)
    await collect(drafting, proposal.workspaceId, readChanges(given))
    return propose(context, proposal, drafting.draft)
  },
})

export const list = operation({
  method: 'POST',
  path: '/v1/proposals/list',
  summary: 'List proposals',
  description:
    'Returns the proposals whose pages you can all read, newest first, and how many there are in each state.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    state: Type.Optional(state),
    pageId: Type.Optional(fields.id('Only proposals that change this page.')),
    onlyMine: Type.Optional(
      Type.Boolean({ default: false, description: 'Only proposals that you made.' }),
    ),
    limit: fields.limit,
    offset: fields.offset,
  }),
  output: Type.Object({
    proposals: Type.Array(summary),
    counts: Type.Object(Object.fromEntries(proposalStates.map((name) => [name, Type.Integer()])), {
      description: 'Number of proposals in each state.',
    }),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace, state: 'open' },
  tool: { none },
  run: async (context, { limit = 50, offset = 0, onlyMine = false, ...filter }) => {
    const { listProposals } = await loadRead()
    const found = await listProposals(context, { ...filter, onlyMine }, { limit, offset })
    return {
      proposals: found.proposals.map(toSummary),
      counts: Object.fromEntries(proposalStates.map((name) => [name, found.counts.get(name) ?? 0])),
    }
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/proposals/get',
  summary: 'Get a proposal',
  description:
    'Returns a proposal with the difference that each change makes, by line and by word, what is in conflict with later changes, and its comments.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, proposalId }),
  output: detailed,
  errors: ['PROPOSAL_NOT_FOUND'],
  example: one,
  tool: { none },
  run: async (context, input) => toDetailed(await (await loadRead()).getProposal(context, input)),
})

export const update = operation({
  method: 'POST',
  path: '/v1/proposals/update',
  summary: 'Update a proposal',
  description:
    'Changes one of your own proposals and submits it again. `changes` replaces the changes without a decision; `edits` and `remove` edit and remove some of them, and the others stay as they are.',
  access: 'comment',
  audience: 'people and keys',
  writes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    proposalId,
    title: Type.Optional(title),
    reason: Type.Optional(reason),
    changes: Type.Optional(changes),
    edits: Type.Optional(changeEdits),
    remove: Type.Optional(removedChanges),
    revision: Type.Optional(reviewed('changed')),
  }),
  output: proposed,
  errors: [
    'PROPOSAL_NOT_FOUND',
    'PROPOSAL_CLOSED',
    'PROPOSAL_CONFLICT',
    'PAGE_NOT_FOUND',
    'VERSION_CONFLICT',
    'PAGE_CYCLE',
    'QUOTA_EXCEEDED',
  ],
  example: { ...one, title: 'Correct the date and the place' },
  tool: { none },
  run: async (context, { changes: given, edits, remove, ...proposal }) => {
    const { draftingContext, replaceBy, revise } = await loadPropose()
    if (edits !== undefined || remove !== undefined) {
      rejectBoth(given)
      const { amend } = await loadAmend()
      const { workspaceId: of, proposalId: id } = proposal
      const amended = { workspaceId: of, proposalId: id, edits, remove }
      return revise(context, proposal, await amend(context, amended))
    }
    if (given === undefined) return revise(context, proposal, undefined)
    const { collect } = await loadGiven()
    const drafting = draftingContext(context)
    await collect(drafting, proposal.workspaceId, readChanges(given))
    return revise(context, proposal, replaceBy(drafting.draft))
  },
})

export const withdraw = operation({
  method: 'POST',
  path: '/v1/proposals/withdraw',
  summary: 'Withdraw a proposal',
  description: 'Withdraws one of your own proposals. Changes that were accepted stay.',
  access: 'comment',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, proposalId }),
  output: proposed,
  errors: ['PROPOSAL_NOT_FOUND', 'PROPOSAL_CLOSED'],
  example: one,
  tool: { none },
  run: async (context, input) => (await loadDecisions()).withdraw(context, input),
})

export const accept = operation({
  method: 'POST',
  path: '/v1/proposals/accept',
  summary: 'Accept a proposal',
  description:
    'Makes the changes of a proposal, or some of them, in one transaction. Later changes by others are merged; what is in conflict with them is `PROPOSAL_CONFLICT`, and nothing is accepted. You need the level write on all pages, and the proposer must still be allowed to propose. You cannot accept your own proposal unless the workspace allows it. Agents accept only where the permissions of the pages name them as reviewers, and never what their own party proposed: a person, their agents and their keys for agents. Where the permissions require two reviewers, nothing changes until both accepted the same. The history of each page names both of you.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    proposalId,
    changes: Type.Optional(
      Type.Array(acceptedPart, {
        minItems: 1,
        maxItems: maxChanges,
        description: 'What to accept. Everything if omitted; other changes stay open.',
      }),
    ),
    revision: reviewed('accepted'),
    markdown: Type.Optional(markdown),
  }),
  output: Type.Object({
    proposalId,
    state,
    pages: Type.Array(
      Type.Object({
        pageId: fields.pageId,
        version: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'New version. Null for a page that was deleted.',
        }),
      }),
    ),
    missingReviews: Type.Integer({
      description: 'How many more reviewers must accept before anything changes.',
    }),
  }),
  errors: [
    'PROPOSAL_NOT_FOUND',
    'PROPOSAL_CLOSED',
    'PROPOSAL_CONFLICT',
    'PAGE_NOT_FOUND',
    'PAGE_CYCLE',
    'QUOTA_EXCEEDED',
  ],
  example: { ...one, revision: 1, markdown: 'Thank you.' },
  tool: { none },
  run: async (context, input) => (await loadAccept()).accept(context, input),
})

export const decline = operation({
  method: 'POST',
  path: '/v1/proposals/decline',
  summary: 'Decline a proposal',
  description:
    'Declines a proposal, or some of its changes. You need the level write on all of its pages.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    proposalId,
    changes: Type.Optional(
      Type.Array(changeNumber, {
        minItems: 1,
        maxItems: maxChanges,
        description: 'Numbers of changes. All if omitted.',
      }),
    ),
    reason: Type.Optional(
      Type.String({ maxLength: 10_000, description: 'Why, as Markdown, for the proposer.' }),
    ),
    revision: Type.Optional(reviewed('declined')),
  }),
  output: proposed,
  errors: ['PROPOSAL_NOT_FOUND', 'PROPOSAL_CLOSED', 'PROPOSAL_CONFLICT'],
  example: { ...one, reason: 'The meeting is still on Thursday.' },
  tool: { none },
  run: async (context, { reason: why = '', ...input }) =>
    (await loadDecisions()).decline(context, { ...input, reason: why }),
})

export const requestChanges = operation({
  method: 'POST',
  path: '/v1/proposals/request-changes',
  summary: 'Ask for changes to a proposal',
  description:
    'Asks the proposer to change a proposal, which then is in the state `changes_requested`. You need the level write on all of its pages.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    proposalId,
    markdown: Type.String({ minLength: 1, maxLength: 10_000, description: 'What to change.' }),
  }),
  output: proposed,
  errors: ['PROPOSAL_NOT_FOUND', 'PROPOSAL_CLOSED'],
  example: { ...one, markdown: 'Please name the place too.' },
  tool: { none },
  run: async (context, input) => (await loadDecisions()).requestChanges(context, input),
})

export const comment = operation({
  method: 'POST',
  path: '/v1/proposals/comment',
  summary: 'Comment on a proposal',
  description:
    'Comments on a proposal or on one of its changes. You need the level comment on all of its pages.',
  access: 'comment',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    proposalId,
    markdown: Type.String({ minLength: 1, maxLength: 10_000 }),
    change: Type.Optional(changeNumber),
  }),
  output: Type.Object({ commentId: fields.id('ID of the comment.') }),
  errors: ['PROPOSAL_NOT_FOUND'],
  example: { ...one, markdown: 'Which Friday?', change: 1 },
  tool: { none },
  run: async (context, input) => ({
    commentId: await (await loadDecisions()).comment(context, input),
  }),
})

const settings = {
  proposeOnly: Type.Boolean({
    description:
      'Members propose changes to pages outside of sections; owners and admins write them.',
  }),
  acceptsOwn: Type.Boolean({ description: 'People may accept their own proposals.' }),
}

export const getProposalSettings = operation({
  method: 'POST',
  path: '/v1/proposals/settings',
  summary: 'Get the settings for proposals',
  description: 'Returns whether members of the workspace only propose changes.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object(settings),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context) => (await loadRead()).getSettings(context),
})

export const setProposalSettings = operation({
  method: 'POST',
  path: '/v1/proposals/set-settings',
  summary: 'Change the settings for proposals',
  description: 'Changes only the settings that you send.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({
    workspaceId,
    proposeOnly: Type.Optional(settings.proposeOnly),
    acceptsOwn: Type.Optional(settings.acceptsOwn),
  }),
  output: Type.Object(settings),
  errors: [],
  example: { workspaceId: exampleIds.workspace, acceptsOwn: true },
  tool: { none },
  run: async (context, { proposeOnly, acceptsOwn }) => {
    const { updateSettings } = await loadSettings()
    return updateSettings(context, {
      ...(proposeOnly !== undefined && { proposeOnly }),
      ...(acceptsOwn !== undefined && { acceptsOwn }),
    })
  },
})
