import { type PageFieldName, pageFieldNames, pageFields } from './page-fields.ts'

/**
 * Everything that is true of one type of event, in one entry. It is plain data, because the web app reads it
 * too. Webhooks, chats, the change feed, semantic search, the web app and the documentation derive what they
 * need from it. Events are stored forever: a payload may gain an optional field, but what was required once
 * stays readable.
 */

const id = { type: 'string', format: 'uuid' } as const
const idOrNull = { type: ['string', 'null'], format: 'uuid' } as const
const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const texts = { type: 'array', items: text } as const
const count = { type: 'integer' } as const
const number = { type: 'number' } as const
const ids = { type: 'array', items: id } as const

/** Pages in other sections below the page, by the ID of the section: only people with access may learn of them. */
const pagesInSections = { type: 'object', additionalProperties: count } as const
/** The section that the page left, and its title there, for those who can no longer read it. */
const left = {
  type: 'object',
  required: ['sectionId', 'title'],
  // Who could read the section, if its permissions changed.
  properties: { sectionId: idOrNull, title: text, readers: texts },
} as const
/** The places of a moved page among its siblings, for a revert. */
const position = {
  type: 'object',
  required: ['before', 'after'],
  properties: { before: text, after: text },
} as const
/** The parent of a page that returned from the trash to another one. */
const movedFrom = {
  type: 'object',
  required: ['parentId'],
  properties: { parentId: idOrNull },
} as const
/** The run that proposed a change which others accepted, for a revert of that run. */
const ofProposer = { proposedRunId: id } as const
/** Where a deleted file was: the sections of its pages (null: none), and who uploaded it. */
const wasIn = {
  type: 'object',
  required: ['sectionIds', 'createdBy'],
  properties: { sectionIds: { type: 'array', items: idOrNull }, createdBy: text },
} as const

const ofComment = { pageId: id, commentId: id, threadId: id } as const
/** `state` is that of the proposal after the event, `changes` the number of changes that it is about. */
const ofProposal = { proposalId: id, state: text, changes: count } as const
const ofDecision = { isAcceptedInPart: { type: 'boolean' } } as const
/** The pages that someone must be able to read to learn of it. The ID of the workspace is the top level. */
const ofProposalPages = { pageIds: texts } as const
const ofFile = { fileId: id, name: text, mimeType: text, size: count } as const

type PageFieldSchemas = {
  [Name in PageFieldName]: (typeof pageFields)[Name]['default'] extends null
    ? typeof textOrNull
    : typeof text
}
// SAFETY: each name of the list has its schema.
const ofPageFields = Object.fromEntries(
  pageFieldNames.map((name) => [name, pageFields[name].default === null ? textOrNull : text]),
) as PageFieldSchemas

type Field = { type: string | readonly string[]; [keyword: string]: unknown }

type Entry = {
  /** What it happens to. */
  subject: 'page' | 'comment' | 'proposal' | 'file' | 'member' | 'webhook'
  /** When it happens. */
  description: string
  /** JSON Schema of each field that is stored with it: identifiers and metadata, never the text of a page. */
  payload: Readonly<Record<string, Field>>
  optional?: Readonly<Record<string, Field>>
  /** Stored to find out who may receive it, or for a revert, and never sent. */
  internal?: Readonly<Record<string, Field>>
  /** What webhooks get in addition to the subject. */
  details?: readonly ('page' | 'comment' | 'changed' | 'previous' | 'pages' | 'agent')[]
  /** Only of events that a chat can subscribe to. */
  chat?: {
    /** What the actor did, where the page is named above. */
    verb: string
    /** What a subscription to it covers. */
    covers: string
    /** What people may write for it, in addition to its type and its noun. */
    word?: string
  }
  /** Whose text is different from then on. */
  changesText?: 'page' | 'subtree'
  /** What the web app loads again. */
  refreshes?: 'tree' | 'page' | 'comments' | 'proposals' | 'files' | 'members'
}

export const eventTypes = {
  'page.created': {
    subject: 'page',
    description: 'A page was created.',
    payload: { pageId: id, title: text, parentId: idOrNull },
    internal: ofProposer,
    chat: { verb: 'created it', covers: 'new pages', word: 'created' },
    changesText: 'page',
    refreshes: 'tree',
  },
  'page.updated': {
    subject: 'page',
    description:
      'The title, icon or content of a page changed. Consecutive saves in the editor are combined into one event.',
    payload: { pageId: id, changed: texts, version: count },
    optional: { previous: { type: 'object', properties: ofPageFields }, authors: ids },
    internal: ofProposer,
    details: ['changed', 'previous'],
    chat: { verb: 'updated it', covers: 'changed pages', word: 'updated' },
    changesText: 'page',
    refreshes: 'page',
  },
  'page.moved': {
    subject: 'page',
    description: 'A page was moved to another parent or reordered among its siblings.',
    payload: {
      pageId: id,
      parentId: idOrNull,
      previous: { type: 'object', required: ['parentId'], properties: { parentId: idOrNull } },
    },
    internal: { left, position, ...ofProposer },
    details: ['changed', 'previous'],
    chat: { verb: 'moved it', covers: 'moved pages', word: 'moved' },
    refreshes: 'tree',
  },
  'page.deleted': {
    subject: 'page',
    description: 'A page and all pages below it were moved to the trash.',
    payload: { pageId: id, title: text, pages: count },
    internal: { pagesInSections, ...ofProposer },
    details: ['pages'],
    chat: { verb: 'deleted it', covers: 'deleted pages', word: 'deleted' },
    changesText: 'subtree',
    refreshes: 'tree',
  },
  'page.restored': {
    subject: 'page',
    description: 'A page and all pages deleted with it were restored from the trash.',
    payload: { pageId: id, title: text, parentId: idOrNull, pages: count },
    internal: { pagesInSections, movedFrom, position },
    details: ['pages'],
    changesText: 'subtree',
    refreshes: 'tree',
  },
  'page.permissions_changed': {
    subject: 'page',
    description: 'The permissions of a page and the pages below it changed.',
    payload: { pageId: id },
    internal: { left },
    refreshes: 'tree',
  },
  'skill.published': {
    subject: 'page',
    description: 'A version of a skill or agent was published, or got or lost a label.',
    payload: { pageId: id, version: count, labels: texts },
    optional: { removed: texts },
    refreshes: 'page',
  },
  'skill.evaluated': {
    subject: 'page',
    description: 'The result of an evaluation of a published skill or agent was reported.',
    payload: { pageId: id, version: count, outcome: text },
    optional: { score: number },
    refreshes: 'page',
  },
  'comment.created': {
    subject: 'comment',
    description: 'A person commented on a page or replied to a comment.',
    payload: { ...ofComment, mentions: texts },
    chat: { verb: 'commented', covers: 'comments' },
    refreshes: 'comments',
  },
  'comment.updated': {
    subject: 'comment',
    description: 'The text of a comment changed.',
    payload: ofComment,
    details: ['changed'],
    refreshes: 'comments',
  },
  'comment.resolved': {
    subject: 'comment',
    description: 'A comment thread was resolved.',
    payload: ofComment,
    chat: { verb: 'resolved a thread', covers: 'resolved threads', word: 'resolved' },
    refreshes: 'comments',
  },
  'comment.reopened': {
    subject: 'comment',
    description: 'A resolved comment thread was reopened.',
    payload: ofComment,
    refreshes: 'comments',
  },
  'comment.deleted': {
    subject: 'comment',
    description: 'A comment was deleted.',
    payload: ofComment,
    refreshes: 'comments',
  },
  'proposal.created': {
    subject: 'proposal',
    description: 'A person or program proposed changes to pages.',
    payload: ofProposal,
    internal: ofProposalPages,
    chat: { verb: 'proposed changes', covers: 'proposals' },
    refreshes: 'proposals',
  },
  'proposal.updated': {
    subject: 'proposal',
    description: 'A proposal was changed and submitted again.',
    payload: ofProposal,
    internal: ofProposalPages,
    refreshes: 'proposals',
  },
  'proposal.commented': {
    subject: 'proposal',
    description: 'A person commented on a proposal.',
    payload: ofProposal,
    internal: ofProposalPages,
    refreshes: 'proposals',
  },
  'proposal.changes_requested': {
    subject: 'proposal',
    description: 'A reviewer asked for changes to a proposal.',
    payload: ofProposal,
    internal: ofProposalPages,
    refreshes: 'proposals',
  },
  'proposal.accepted': {
    subject: 'proposal',
    description: 'A proposal, or some of its changes, was accepted.',
    payload: ofProposal,
    optional: ofDecision,
    internal: ofProposalPages,
    chat: { verb: 'accepted a proposal', covers: 'accepted proposals', word: 'accepted' },
    refreshes: 'proposals',
  },
  'proposal.declined': {
    subject: 'proposal',
    description: 'A proposal, or some of its changes, was declined.',
    payload: ofProposal,
    optional: ofDecision,
    internal: ofProposalPages,
    chat: { verb: 'declined a proposal', covers: 'declined proposals', word: 'declined' },
    refreshes: 'proposals',
  },
  'proposal.withdrawn': {
    subject: 'proposal',
    description: 'The proposer withdrew a proposal.',
    payload: ofProposal,
    internal: ofProposalPages,
    refreshes: 'proposals',
  },
  'file.uploaded': {
    subject: 'file',
    description: 'A file was uploaded to the workspace.',
    payload: ofFile,
    refreshes: 'files',
  },
  'file.attached': {
    subject: 'file',
    description: 'A file was attached to a page.',
    payload: { fileId: id, pageId: id },
    details: ['page'],
    refreshes: 'files',
  },
  'file.renamed': {
    subject: 'file',
    description: 'A file was renamed.',
    payload: {
      fileId: id,
      name: text,
      previous: { type: 'object', required: ['name'], properties: { name: text } },
    },
    details: ['previous'],
    refreshes: 'files',
  },
  'file.deleted': {
    subject: 'file',
    description: 'A file was deleted and detached from all pages.',
    payload: ofFile,
    internal: { wasIn },
    refreshes: 'files',
  },
  'member.joined': {
    subject: 'member',
    description: 'A person joined the workspace.',
    payload: { userId: id, role: text },
    refreshes: 'members',
  },
  'member.updated': {
    subject: 'member',
    description: 'The role of a member changed.',
    payload: { userId: id, role: text },
    optional: { previous: { type: 'object', properties: { role: text } } },
    details: ['changed', 'previous'],
    refreshes: 'members',
  },
  'member.removed': {
    subject: 'member',
    description: 'A person left the workspace or was removed.',
    payload: { userId: id },
    refreshes: 'members',
  },
  'agent.mentioned': {
    subject: 'page',
    description:
      'A comment or the text of a page mentions an agent. Its own webhook receives only events of this agent.',
    payload: { pageId: id, agentId: id },
    optional: { commentId: id, threadId: id },
    details: ['agent', 'comment'],
  },
  'agent.assigned': {
    subject: 'page',
    description: 'A property of a page names an agent that it did not name before.',
    payload: { pageId: id, agentId: id },
    details: ['agent'],
  },
  /** Sent to one endpoint, and never stored. */
  'webhook.test': {
    subject: 'webhook',
    description: 'A test event, sent on request to one endpoint regardless of its subscriptions.',
    payload: {},
  },
} as const satisfies Record<string, Entry>

export type EventType = keyof typeof eventTypes
export type EventSubject = Entry['subject']
export type EventDetail = NonNullable<Entry['details']>[number]
export type EventRefresh = NonNullable<Entry['refreshes']>

// SAFETY: the keys of the literal above.
export const eventTypeNames = Object.keys(eventTypes) as EventType[]

export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventTypes, type)
}

/** An entry without its literal types, for those that read an optional part of any of them. */
export function eventTypeOf(type: EventType): Entry {
  return eventTypes[type]
}

/** Types of events that a chat can subscribe to. */
export type ChatEvent = {
  [Type in EventType]: (typeof eventTypes)[Type] extends { chat: object } ? Type : never
}[EventType]

export function isChatEvent(type: string): type is ChatEvent {
  return isEventType(type) && eventTypeOf(type).chat !== undefined
}

export const chatEvents = eventTypeNames.filter(isChatEvent)
