import { chatCatalogue } from '../domain/chats/messages.ts'
import type { ChatEvent } from '../lib/event-types.ts'

export const botMessages = chatCatalogue('bots', {
  commands: 'These are my commands:',
  notUnderstood: 'I do not understand that. These are my commands:',
  notUnderstoodSuggestion:
    'I do not understand that. Did you mean <code>{command}</code>? These are my commands:',
  commandLine: '<code>{usage}</code> {description}',
  wordsParameter: 'words',
  pageParameter: 'page',
  sectionParameter: 'section',
  sectionAndEventsParameters: 'section [events]',
  codeParameter: 'code',
  proposalParameter: 'proposal',
  searchCommand: 'finds pages',
  getCommand: 'shows a page by title or address',
  subscribeCommand: 'sends updates of a section to this chat',
  unsubscribeCommand: 'ends a subscription',
  subscriptionsCommand: 'lists the subscriptions of this chat',
  acceptCommand: 'accepts a proposal',
  declineCommand: 'declines a proposal',
  linkCommand: 'links your chat account',
  unlinkCommand: 'unlinks your chat account',
  helpCommand: 'lists these commands',

  failed: 'Something went wrong. Try again in a moment.',
  failedWith: 'Something went wrong ({code}). Try again in a moment.',
  FORBIDDEN:
    'You do not have permission to do this. Ask an owner of the workspace for another role.',
  PAGE_NOT_FOUND: 'This page does not exist. It may have been deleted.',
  VALIDATION_FAILED: 'This did not work. Check what you wrote, or use the web app.',
  BUSY: 'The server is busy. Try again in a moment.',
  COMMIT_UNKNOWN: 'The connection to the database was lost. Check whether your change was saved.',
  STORAGE_FULL: 'The server is out of disk space, so nothing was saved.',
  STORAGE_READ_ONLY: 'The server cannot write to its disk, so nothing was saved.',
  STORAGE_FAILED: 'The disk of the server reports errors, so nothing was saved.',
  tooManyCommands: 'You are sending commands too fast. Wait a moment.',
  inProgress: 'One moment …',
  done: 'Done.',
  roomEncrypted:
    'This room is encrypted, and I cannot read its messages. Invite me to a room without encryption.',

  notLinked:
    'Your chat account is not linked. Create a code at <link>{url}</link> and send it to me in a private chat: <code>{command} code</code>',
  codeShared:
    'Do not post codes in a shared chat. This one has been revoked. Create a new one and send it to me in a private chat.',
  codeInvalid: 'This code is invalid. A code works once, within ten minutes.',
  linked: 'Welcome. Your account is linked, and I show you what you are allowed to read.',
  unlinked: 'Your account is unlinked.',

  searchUsage: 'Add what to search for: <code>{command} words</code>',
  nothingFound: 'Nothing found for “{query}”. Try fewer or other words.',
  getUsage: 'Add the page: <code>{command} title</code>',
  pageNotFound: 'There is no page “{name}”. Check its name.',
  severalPages: 'Several pages are called “{name}”. Which one?',
  similarPages: 'There is no page “{name}”. Did you mean one of these?',
  notSubscribedHere:
    'Others can read this chat, so I show only what it is subscribed to. Ask me in a private chat.',
  untitled: 'Untitled',
  picture: 'picture',

  subscribeUsage:
    'Add the section and, if you like, the events: <code>{command} Handbook comments</code>',
  subscribeEverything: '<code>{command}</code> covers the complete workspace.',
  subscribeEvents: 'Events: {events}. To get all of them, leave them out.',
  exactTitleNeeded: 'There is no page with exactly this title. Use the address of the section.',
  wholeWorkspace: 'the complete workspace',
  subscribed: 'This chat now gets updates about <title>{name}</title>.',
  subscribedToEvents: 'This chat now gets updates about <title>{name}</title>: {events}.',
  toUnsubscribe: 'To stop them: <code>{command}</code>',
  proposalUsage: 'Add the address of the proposal: <code>{command} address</code>',
  proposalRevision:
    'Read <link>the proposal</link>. To accept what it proposes now: <code>{command}</code>',
  acceptButton: 'Accept',
  declineButton: 'Decline',
  proposalAccepted: 'The proposal is accepted.',
  proposalApproved:
    'You accepted the proposal. {count, plural, one {# more reviewer must accept it.} other {# more reviewers must accept it.}}',
  proposalAcceptedInPart: 'The proposal is accepted in part.',
  proposalDeclined: 'The proposal is declined.',
  proposalAcceptedBy: '{name} accepted the proposal.',
  proposalRestAcceptedBy: '{name} accepted the rest of the proposal.',
  proposalDeclinedBy: '{name} declined the proposal.',
  proposalRestDeclinedBy: '{name} declined the rest of the proposal.',
  proposalNotFound: 'This proposal does not exist.',
  proposalClosed: 'This proposal is already closed.',
  proposalConflict:
    'Later changes are in conflict with this proposal. <link>Review it in the web app</link>',
  proposalUpdated:
    'This proposal was updated after this message. It now has {count, plural, one {# open change} other {# open changes}}. <link>Review it again</link>',
  noSubscriptions: 'This chat has no subscriptions.',
  noSubscriptionsYet: 'This chat has no subscriptions. Add one with <code>{command} section</code>',
  whichSubscription: 'Which one?',
  notSubscribed: 'This chat is not subscribed to that. Its subscriptions:',
  unsubscribed: 'This chat no longer gets updates about <title>{name}</title>.',
  subscriptions: 'This chat gets updates about:',
  subscription: '<title>{name}</title>: {events}',
  pausedSubscription:
    '<title>{name}</title>: {events} (paused, because the subscriber is no longer a member)',
})

export type BotTexts = ReturnType<typeof botMessages.in>

export const noticeMessages = chatCatalogue('chat-notices', {
  operator: 'The operator',
  digest: '{name} worked on {pages, plural, one {# page} other {# pages}}:',
  digestOfSeveral:
    '{name} and {others, plural, one {# other} other {# others}} worked on {pages, plural, one {# page} other {# pages}}:',
  more: 'and {count, number} more',
  created: '{actor} created <title>{name}</title>',
  updated: '{actor} updated <title>{name}</title>',
  moved: '{actor} moved <title>{name}</title>',
  deleted: '{actor} deleted <title>{name}</title>',
  commented: '{actor} commented on <title>{name}</title>',
  resolved: '{actor} resolved a thread on <title>{name}</title>',
  proposed: '{actor} proposed changes to <title>{name}</title>',
  acceptedProposal: '{actor} accepted a proposal for <title>{name}</title>',
  acceptedParts: '{actor} accepted parts of a proposal for <title>{name}</title>',
  declinedProposal: '{actor} declined a proposal for <title>{name}</title>',
  createdIt: '{actor} <link>{count, plural, one {created it} other {created it # times}}</link>',
  updatedIt: '{actor} <link>{count, plural, one {updated it} other {updated it # times}}</link>',
  movedIt: '{actor} <link>{count, plural, one {moved it} other {moved it # times}}</link>',
  deletedIt: '{actor} <link>{count, plural, one {deleted it} other {deleted it # times}}</link>',
  commentedIt:
    '{actor} <link>{count, plural, one {added a comment} other {added # comments}}</link>',
  proposedIt:
    '{actor} <link>{count, plural, one {proposed changes} other {made # proposals}}</link>',
  acceptedIt:
    '{actor} <link>{count, plural, one {accepted a proposal} other {accepted # proposals}}</link>',
  acceptedPartsOfIt:
    '{actor} <link>{count, plural, one {accepted parts of a proposal} other {accepted parts of # proposals}}</link>',
  declinedIt:
    '{actor} <link>{count, plural, one {declined a proposal} other {declined # proposals}}</link>',
  resolvedIt:
    '{actor} <link>{count, plural, one {resolved a thread} other {resolved # threads}}</link>',
})

const eventKeys = {
  'page.created': ['created', 'createdIt'],
  'page.updated': ['updated', 'updatedIt'],
  'page.moved': ['moved', 'movedIt'],
  'page.deleted': ['deleted', 'deletedIt'],
  'comment.created': ['commented', 'commentedIt'],
  'comment.resolved': ['resolved', 'resolvedIt'],
  'proposal.created': ['proposed', 'proposedIt'],
  'proposal.accepted': ['acceptedProposal', 'acceptedIt'],
  'proposal.declined': ['declinedProposal', 'declinedIt'],
} as const satisfies Record<ChatEvent, readonly [string, string]>

type EventKeys = (typeof eventKeys)[ChatEvent] | readonly ['acceptedParts', 'acceptedPartsOfIt']

/** The messages that tell of an event: alone, and in the list under the title of a page. */
export function keysOf({
  type,
  isInPart = false,
}: {
  type: ChatEvent
  isInPart?: boolean
}): EventKeys {
  const isPart = type === 'proposal.accepted' && isInPart
  return isPart ? ['acceptedParts', 'acceptedPartsOfIt'] : eventKeys[type]
}
