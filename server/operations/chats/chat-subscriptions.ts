import { Type } from 'typebox'
import {
  listSubscriptions,
  subscribe,
  testSubscription,
  unsubscribe,
  updateSubscription,
} from '../../domain/chats/subscriptions.ts'
import { toIso } from '../../lib/clock.ts'
import { chatEvents } from '../../lib/event-types.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const tool = { none: 'What chats are told is for people to say.' }

const connectionId = fields.id('The bot.')
const subscriptionId = fields.id('The subscription.')
const sectionId = fields.idOrNull('This page and what is under it; null is the whole workspace.')
const events = Type.Array(fields.oneOf(chatEvents, 'A kind of event.'), {
  minItems: 1,
  maxItems: chatEvents.length,
  description: 'What is told.',
})
const showsExcerpt = Type.Boolean({ description: 'Whether the beginning of the text is told too.' })
const one = Type.Object({ workspaceId, subscriptionId })
const example = { workspaceId: exampleIds.workspace, subscriptionId: exampleIds.subscription }

export const list = operation({
  method: 'POST',
  path: '/app/chats/subscriptions',
  summary: 'List what chats are told',
  description: 'Every subscription of a chat to a section or to the workspace, the oldest first.',
  access: 'read',
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
        sectionTitle: fields.textOrNull('Null for the workspace, and for a page that is gone.'),
        events,
        showsExcerpt,
        isPaused: Type.Boolean({ description: 'Whoever made it is no member any more.' }),
        error: fields.textOrNull('Why the last message did not get through.'),
        createdAt: fields.instant,
        createdBy: fields.id('The person it speaks for.'),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool,
  run: async (context, input) => {
    const all = await listSubscriptions(context, input.workspaceId)
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
        createdAt: toIso(row.createdAt),
        createdBy: row.createdBy,
      })),
    }
  },
})

export const create = operation({
  method: 'POST',
  path: '/app/chats/subscribe',
  summary: 'Tell a chat what happens',
  description:
    'From now on the chat is told what happens in a section or in the workspace; what it was told of that section before is replaced.',
  access: 'write',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    connectionId,
    chatId: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'As the service calls it; `webhook` is the channel of an incoming webhook.',
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
  summary: 'Change what a chat is told',
  description: 'Changes what is given; from now on it speaks for the person who changes it.',
  access: 'admin',
  audience: 'people',
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
  summary: 'Tell a chat no more',
  description: 'Ends a subscription, and drops what was to be told.',
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
  description: 'Writes one message where the subscription tells, at this moment.',
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
