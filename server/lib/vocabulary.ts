/** The closed lists of words that callers, rules and the store share. */

export const roles = ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'] as const
export type Role = (typeof roles)[number]

export const ownerships = ['TEXT', 'SKILL', 'AGENT'] as const
export type Ownership = (typeof ownerships)[number]

export const pageTypes = ['TEXT', 'KANBAN'] as const
export type PageType = (typeof pageTypes)[number]

/** The formats in which a page can be downloaded. */
export const downloadFormats = ['markdown', 'html'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

/** What is wrong with the content of a file: it is not there, or it is not what was put. */
export type ContentFault = 'lost' | 'changed'

export const imageTypes: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
]

/** The interfaces that a change can come through. */
export const vias = ['api', 'cli', 'web', 'mcp', 'chat', 'import'] as const

/** `open` waits for a review; `changes_requested` waits for the proposer. */
export const proposalStates = [
  'open',
  'changes_requested',
  'accepted',
  'declined',
  'withdrawn',
] as const
export type ProposalState = (typeof proposalStates)[number]

/** Whether a proposal waits for a decision. */
export function isOpenState(state: ProposalState): boolean {
  return state === 'open' || state === 'changes_requested'
}

/** Tells whether a proposal was accepted, but not all of it. */
export function isAcceptedInPart(proposal: {
  state: ProposalState
  declinedChanges: number
}): boolean {
  return proposal.state === 'accepted' && proposal.declinedChanges > 0
}

export const changeKinds = ['create', 'edit', 'properties', 'move', 'trash'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const changeStates = ['open', 'accepted', 'declined'] as const
export type ChangeState = (typeof changeStates)[number]

/** What was said about a proposal, or done with it. */
export const proposalCommentKinds = [
  'comment',
  'changes_requested',
  'approved',
  'accepted',
  'declined',
  'withdrawn',
  'updated',
] as const
export type ProposalCommentKind = (typeof proposalCommentKinds)[number]

/** Why something is in an inbox. */
export const inboxKinds = ['mention', 'reply', 'assignment', 'review', 'change', 'run'] as const
export type InboxKind = (typeof inboxKinds)[number]

/** An import is read for its preview, waits until it is started, and then runs. */
export const importStates = [
  'reading',
  'ready',
  'running',
  'paused',
  'done',
  'cancelled',
  'failed',
] as const
export type ImportState = (typeof importStates)[number]

/** How a page gets to another workspace. */
export const transferKinds = ['copy', 'move'] as const
export type TransferKind = (typeof transferKinds)[number]
export const transferStates = ['running', 'undoing', 'done', 'failed', 'cancelled'] as const
export type TransferState = (typeof transferStates)[number]

/** How often a person gets an email about unread entries of their inbox. */
export const digests = ['off', 'hourly', 'daily'] as const
export type Digest = (typeof digests)[number]

/** How a page links to another: with its title, with another text, or by showing it. */
export const linkKinds = ['mention', 'link', 'embed'] as const
export type LinkKind = (typeof linkKinds)[number]

/** Results of an evaluation of a skill. */
export const outcomes = ['passed', 'failed', 'scored'] as const

/** Why a skill may need attention. */
export const staleReasons = [
  'unused',
  'changed_since_publication',
  'never_published',
  'not_changed',
] as const
