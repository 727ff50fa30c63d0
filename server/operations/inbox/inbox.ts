import type { WorkspaceContext } from '../../domain/context.ts'
import type { InboxPart } from '../../domain/inbox/entries.ts'
import type { ShownSettings } from '../../domain/inbox/settings.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { loadOnce } from '../../lib/load-later.ts'
import { digests, inboxKinds } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { run, toRun } from '../runs/fields.ts'

const { exampleIds, workspaceId } = fields
// The first answer of the server does without them.
const loadEntries = loadOnce(() => import('../../domain/inbox/entries.ts'))
const loadSettings = loadOnce(() => import('../../domain/inbox/settings.ts'))

const kind = fields.oneOf(
  inboxKinds,
  'Why it is in your inbox: you are mentioned, someone replied in a thread in which you wrote, a page was assigned to you, you can accept a proposal, someone changed a page that you watch, or a run of your agent, or of a program with your key, changed pages.',
)
const state = fields.oneOf(
  ['all', 'unread', 'snoozed'],
  '`all` and `unread` leave out snoozed entries.',
)
const entryIds = (description: string) =>
  Type.Array(fields.id('ID of the entry.'), { minItems: 1, maxItems: 200, description })
const left = Type.Object({
  unread: Type.Integer({ description: 'Number of entries that are unread now.' }),
})

const ofPage = {
  id: { type: 'string' },
  title: { type: 'string' },
  icon: { type: ['string', 'null'] },
}
const ofProposal = { id: { type: 'string' }, title: { type: 'string' } }
type EntryPage = { id: string; title: string; icon: string | null }

const entry = Type.Object({
  id: fields.id('ID of the entry.'),
  kind,
  page: Type.Unsafe<EntryPage | null>({
    type: ['object', 'null'],
    required: Object.keys(ofPage),
    properties: ofPage,
    description: 'Null for a proposal and a run.',
  }),
  commentId: fields.idOrNull('ID of the comment. Null if the entry is about no comment.'),
  text: fields.textOrNull('The start of the comment, as Markdown.'),
  proposal: Type.Unsafe<{ id: string; title: string } | null>({
    type: ['object', 'null'],
    required: Object.keys(ofProposal),
    properties: ofProposal,
    description: 'The proposal to review.',
  }),
  actor: fields.person,
  run,
  createdAt: fields.instant,
  isRead: Type.Boolean(),
  snoozedUntil: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When a snoozed entry appears again.',
  }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/inbox/list',
  summary: 'List your inbox',
  description:
    'Returns what needs your attention in a workspace, as far as you can read it, newest first: mentions, replies, assignments, proposals that you can accept, changes to pages that you watch, and runs of your agents. Only you can see your inbox. Entries are deleted after 90 days, or when there are more than 1,000.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    state: Type.Optional(state),
    kind: Type.Optional(kind),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: '`nextCursor` to continue.' }),
    ),
    limit: fields.limit,
  }),
  output: Type.Object({
    entries: Type.Array(entry),
    unread: Type.Integer({ description: 'Number of unread entries of all kinds.' }),
    nextCursor: fields.textOrNull('Continues the list. Null at its end.'),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace, state: 'unread' },
  tool: { none: 'Agents use list_inbox, which returns URLs.' },
  run: async (context, { state: wanted = 'all', limit = 50, ...filter }) => {
    const { listInbox } = await loadEntries()
    const found = await listInbox(context, { ...filter, state: wanted, limit })
    const { entries, unread, nextCursor = null } = found
    return { entries: entries.map(toEntry), unread, nextCursor }
  },
})

export const mark = operation({
  method: 'POST',
  path: '/v1/inbox/mark',
  summary: 'Mark inbox entries as read or unread',
  description:
    'Marks entries of your inbox, or all of them with `all`, as read or unread. `all` leaves out snoozed entries.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    entryIds: Type.Optional(entryIds('Entries to mark. Others of your inbox stay as they are.')),
    all: Type.Optional(Type.Boolean({ default: false, description: 'Marks every entry.' })),
    isRead: Type.Boolean(),
  }),
  output: left,
  errors: ['BUSY', 'STORAGE_FULL'],
  example: { workspaceId: exampleIds.workspace, all: true, isRead: true },
  tool: {
    name: 'mark_inbox',
    description: 'Mark entries of your inbox as read or unread.',
    effect: 'sets',
    group: 'inbox',
    fields: { entryIds: 'Their IDs, from list_inbox', all: 'Instead of entryIds' },
  },
  run: async (context, { workspaceId: _entered, ...marked }) => {
    const { markEntries } = await loadEntries()
    return { unread: await markEntries(context, marked) }
  },
})

export const snooze = operation({
  method: 'POST',
  path: '/v1/inbox/snooze',
  summary: 'Snooze inbox entries',
  description:
    'Hides entries of your inbox until a time within a year, when they appear again as unread. Null ends the snooze.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    entryIds: entryIds('Entries to snooze.'),
    until: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the entries appear again.',
    }),
  }),
  output: left,
  errors: ['BUSY', 'STORAGE_FULL'],
  example: {
    workspaceId: exampleIds.workspace,
    entryIds: [exampleIds.entry],
    until: null,
  },
  tool: { none: 'Agents mark entries as read.' },
  run: async (context, input) => {
    const { snoozeEntries } = await loadEntries()
    return { unread: await snoozeEntries(context, input) }
  },
})

export const unsubscribe = operation({
  method: 'POST',
  path: '/app/inbox/unsubscribe',
  summary: 'Unsubscribe from emails about an inbox',
  description:
    'Turns off the emails about the inbox for which the link in an email was made. Takes what follows `/unsubscribe/` in the link.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: fields.ok,
  errors: ['LINK_INVALID', 'BUSY', 'STORAGE_FULL'],
  example: { token: 'token from the link' },
  tool: { none: 'People unsubscribe from their emails.' },
  run: async (context, { token }) => {
    await (await import('../../domain/inbox/unsubscribe.ts')).unsubscribe(context, token)
    return { ok: true as const }
  },
})

const kinds = (description: string) =>
  Type.Array(fields.oneOf(inboxKinds, 'A kind of entry.'), {
    maxItems: inboxKinds.length,
    uniqueItems: true,
    description,
  })
const choices = {
  shownKinds: kinds('Kinds of entries that your inbox shows and counts.'),
  mailedKinds: kinds('Kinds of entries that emails contain, also if the inbox does not show them.'),
  digest: fields.oneOf(
    digests,
    'How often you get an email about unread entries, if there are any.',
  ),
  timeZone: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Your time zone, such as `Europe/Berlin`: daily emails are sent at 8:00.',
  }),
  chatConnectionId: fields.idOrNull(
    'The bot that sends you a message about new entries, one of `chats`. Null for no messages.',
  ),
  chatKinds: kinds(
    'Kinds of entries that messages of the bot contain, also if the inbox does not show them.',
  ),
}
const chat = Type.Object({
  connectionId: fields.id('The bot.'),
  service: Type.String({ description: 'Display name of the chat service.' }),
  name: Type.String({ description: 'Name of the bot in the service.' }),
  isReachable: Type.Boolean({
    description: 'Whether the bot can send you messages: not if it is disabled or has no token.',
  }),
})
const shownSettings = Type.Object({
  ...choices,
  chatError: fields.textOrNull(
    'Why the last message of the bot did not arrive: it is sent again later, unless there were too many attempts. Null if it arrived.',
  ),
  chatFailure: fields.failure,
  chatErrorAt: fields.textOrNull('Time of the last failed attempt.'),
  chats: Type.Array(chat, {
    description: 'Bots to which you linked your chat account, the newest link first.',
  }),
  mail: fields.oneOf(
    ['available', 'unverified', 'unavailable'],
    'Whether emails reach you: not if your address is not verified, or if the server sends no email.',
  ),
})

export const settings = operation({
  method: 'POST',
  path: '/v1/inbox/settings',
  summary: 'Get the settings of your inbox',
  description:
    'Returns which entries your inbox in a workspace shows, how often you get emails about unread ones, and which bot sends you messages about new ones.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: shownSettings,
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'People choose what their inbox shows.' },
  run: async (context) => {
    const [{ readSettings }, chats] = await Promise.all([loadSettings(), ownChats(context)])
    return { ...toSettings(await readSettings(context)), chats }
  },
})

export const setSettings = operation({
  method: 'POST',
  path: '/v1/inbox/set-settings',
  summary: 'Change the settings of your inbox',
  description:
    'Chooses which entries your inbox in a workspace shows, how often you get emails about unread ones, and which bot sends you messages about new ones. Fields that you leave out stay as they are. Emails go to verified addresses only, and messages to the chat account that you linked.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    shownKinds: Type.Optional(choices.shownKinds),
    mailedKinds: Type.Optional(choices.mailedKinds),
    digest: Type.Optional(choices.digest),
    timeZone: Type.Optional(choices.timeZone),
    chatConnectionId: Type.Optional(choices.chatConnectionId),
    chatKinds: Type.Optional(choices.chatKinds),
  }),
  output: shownSettings,
  errors: ['BUSY', 'STORAGE_FULL'],
  example: { workspaceId: exampleIds.workspace, shownKinds: ['mention', 'reply'] },
  tool: { none: 'People choose what their inbox shows.' },
  run: async (context, { workspaceId: _entered, ...change }) => {
    const [{ changeSettings }, chats] = await Promise.all([loadSettings(), ownChats(context)])
    return { ...toSettings(await changeSettings(context, change, chats)), chats }
  },
})

function toSettings(shown: ShownSettings) {
  const { chatError, chatErrorAt } = shown
  const failedAt = chatErrorAt === null ? null : toIso(chatErrorAt)
  return { ...shown, chatFailure: fields.toFailure(chatError), chatErrorAt: failedAt }
}

async function ownChats(context: WorkspaceContext) {
  const { listPersonalChats } = await import('../../domain/chats/personal-chats.ts')
  return listPersonalChats(context)
}

function toEntry(row: InboxPart['entries'][number]) {
  const { id, kind: why, pageId, proposalId, actorId, firstName, lastName, commentId } = row
  return {
    id,
    kind: why,
    page: pageId === null ? null : { id: pageId, title: row.pageTitle ?? '', icon: row.pageIcon },
    commentId,
    text: row.text,
    proposal: proposalId === null ? null : { id: proposalId, title: row.proposalTitle ?? '' },
    actor: { id: actorId, firstName, lastName },
    run: toRun(row),
    createdAt: toIso(row.createdAt),
    isRead: row.readAt !== null,
    snoozedUntil: row.isSnoozed ? toIso(row.shownAt) : null,
  }
}
