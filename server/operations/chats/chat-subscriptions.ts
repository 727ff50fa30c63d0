import {
  listSubscriptions,
  subscribe,
  testSubscription,
  unsubscribe,
  updateSubscription,
} from '../../domain/chats/subscriptions.ts'
import { toIso } from '../../lib/clock.ts'
import { chatEvents } from '../../lib/event-types.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const tool = { none: 'People manage chat subscriptions, not agents.' }

const connectionId = fields.id('The bot.')
const subscriptionId = fields.id('The subscription.')
const sectionId = fields.idOrNull(
  'Page, with everything below it; null for the complete workspace.',
)
const events = Type.Array(fields.oneOf(chatEvents, 'Event type.'), {
  minItems: 1,
  maxItems: chatEvents.length,
  description: 'Events to notify about.',
})
const showsExcerpt = Type.Boolean({
  description: 'Whether notifications include the beginning of the text.',
})
const one = Type.Object({ workspaceId, subscriptionId })
const example = { workspaceId: exampleIds.workspace, subscriptionId: exampleIds.subscription }

export const list = operation({
  method: 'POST',
  path: '/app/chats/subscriptions',
  summary: 'List chat subscriptions',
  description: 'Lists all subscriptions of chats to pages or to the workspace, oldest first.',
  access: 'member',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    subscriptions: Type.Array(
      Type.Object({
        id: subscriptionId,
        connectionId,
        chatId: Type.String(),
        chatName: Type.String(),
        sectionId,
        sectionTitle: fields.textOrNull('Null for the workspace, and for a deleted page.'),
        events,
        showsExcerpt,
        isPaused: Type.Boolean({ description: 'True when the subscriber is no longer a member.' }),
        error: fields.textOrNull('Error of the last message; null when it was delivered.'),
        failure: fields.failure,
        createdAt: fields.instant,
        createdBy: fields.id('The subscriber, whose permissions apply.'),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool,
  run: async (context) => {
    const all = await listSubscriptions(context)
    return {
      subscriptions: all.map((row) => ({
        id: row.id,
        connectionId: row.connectionId,
        chatId: row.chatId,
        chatName: row.chatName,
        sectionId: row.sectionId,
        sectionTitle: row.sectionTitle,
        events: row.events,
        showsExcerpt: row.showsExcerpt,
        isPaused: row.isPaused,
        error: row.error,
        failure: fields.toFailure(row.error),
        createdAt: toIso(row.createdAt),
        createdBy: row.createdBy,
      })),
    }
  },
})

export const create = operation({
  method: 'POST',
  path: '/app/chats/subscribe',
  summary: 'Subscribe a chat',
  description:
    'The chat is notified of changes to a page and everything below it, or to the workspace. Replaces an existing subscription of the chat to the same page.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    workspaceId,
    connectionId,
    chatId: Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        'Id of the chat in the service; `webhook` for the channel of an incoming webhook.',
    }),
    chatName: Type.String({ minLength: 1, maxLength: 300 }),
    sectionId,
    events: Type.Optional(events),
    showsExcerpt: Type.Optional(showsExcerpt),
  }),
  output: Type.Object({ subscriptionId }),
  errors: ['BOT_NOT_FOUND', 'PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    connectionId: exampleIds.bot,
    chatId: 'C0123',
    chatName: 'general',
    sectionId: null,
    events: ['page.created', 'comment.created'],
  },
  tool,
  run: async (context, input) => ({ subscriptionId: await subscribe(context, input) }),
})

export const update = operation({
  method: 'POST',
  path: '/app/chats/update-subscription',
  summary: 'Change a chat subscription',
  description:
    'Fields you leave out keep their values. You become the subscriber, so your permissions apply.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    workspaceId,
    subscriptionId,
    events: Type.Optional(events),
    showsExcerpt: Type.Optional(showsExcerpt),
  }),
  output: fields.ok,
  errors: ['SUBSCRIPTION_NOT_FOUND'],
  example: { ...example, showsExcerpt: false },
  tool,
  run: async (context, input) => {
    await updateSubscription(context, input)
    return { ok: true as const }
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/chats/unsubscribe',
  summary: 'Unsubscribe a chat',
  description: 'Deletes the subscription and discards pending notifications.',
  access: 'write',
  audience: 'people',
  input: one,
  output: fields.ok,
  errors: ['SUBSCRIPTION_NOT_FOUND'],
  example,
  tool,
  run: async (context, input) => {
    await unsubscribe(context, input)
    return { ok: true as const }
  },
})

export const test = operation({
  method: 'POST',
  path: '/app/chats/test',
  summary: 'Send a test message',
  description: 'Sends a message to the subscribed chat immediately.',
  access: 'admin',
  audience: 'people',
  input: one,
  output: fields.ok,
  errors: ['SUBSCRIPTION_NOT_FOUND', 'BOT_NOT_FOUND', 'BOT_UNREACHABLE'],
  example,
  tool,
  run: async (context, input) => {
    await testSubscription(context, input)
    return { ok: true as const }
  },
})
