import { type Static, Type } from 'typebox'
import {
  createComment,
  deleteComment,
  listThreads,
  resolveThread,
  type Selection,
  type Thread,
  updateComment,
} from '../../domain/comments/comments.ts'
import { toIso } from '../../lib/clock.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const oneComment = { workspaceId: exampleIds.workspace, commentId: exampleIds.comment }

const commentId = fields.id('The comment.')
const markdown = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description:
    'Markdown. HTML is kept as text, and addresses that could run something go. A person is mentioned by a link to `/members/{userId}`.',
})
const quote = Type.Unsafe<string | Selection | null>({
  type: ['string', 'object', 'null'],
  description:
    'The text of the page that the thread is about, without marks. As a string it must be on the page; as an object, with the block (from 1) and the character in it where it begins, it is kept also when the page has changed meanwhile, and cut to 2,000 characters.',
  minLength: 1,
  maxLength: 2000,
  required: ['text'],
  additionalProperties: false,
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 50_000 },
    block: { type: 'integer', minimum: 0 },
    start: { type: 'integer', minimum: 0 },
  },
})

const person = {
  id: { type: 'string' },
  firstName: { type: 'string' },
  lastName: { type: 'string' },
}
type Person = { id: string; firstName: string; lastName: string }
type QuoteNow = {
  text: string
  prefix: string
  suffix: string
  block: number | null
  start: number | null
  current: string | null
}

const comment = Type.Object({
  id: commentId,
  author: Type.Unsafe<Person>({
    type: 'object',
    required: Object.keys(person),
    properties: person,
  }),
  markdown: Type.String({ description: 'Empty when deleted.' }),
  createdAt: fields.instant,
  updatedAt: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  isMine: Type.Boolean(),
  isDeleted: Type.Boolean({ description: 'Only its place is left, for those that answer it.' }),
})
const thread = Type.Object({
  id: fields.id('The first comment of the thread.'),
  quote: Type.Unsafe<QuoteNow | null>({
    type: ['object', 'null'],
    description:
      'What the thread is about, and where it is now: `block`, `start` and `current` are null when it is gone; `current` differs from `text` when that was changed.',
    required: ['text', 'prefix', 'suffix', 'block', 'start', 'current'],
    properties: {
      text: { type: 'string' },
      prefix: { type: 'string' },
      suffix: { type: 'string' },
      block: { type: ['integer', 'null'] },
      start: { type: ['integer', 'null'] },
      current: { type: ['string', 'null'] },
    },
  }),
  isResolved: Type.Boolean(),
  resolvedAt: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  resolvedBy: Type.Unsafe<Person | null>({
    type: ['object', 'null'],
    required: Object.keys(person),
    properties: person,
  }),
  comments: Type.Array(comment),
})

export const create = operation({
  method: 'POST',
  path: '/v1/comments/create',
  summary: 'Comment on a page',
  description:
    'Starts a thread on a page or on a text of it, or joins one by the id of any comment in it. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    parentId: Type.Optional(fields.idOrNull('A comment to answer; null starts a thread.')),
    markdown,
    quote: Type.Optional(quote),
  }),
  output: Type.Object({ commentId }),
  errors: ['PAGE_NOT_FOUND', 'COMMENT_NOT_FOUND', 'TEXT_NOT_FOUND'],
  example: { ...onePage, markdown: 'Is this **still** so?' },
  tool: {
    name: 'create_comment',
    description: 'Comment on a page, on a text quoted from it, or in answer to parentId.',
    effect: 'adds',
  },
  run: async (context, input) => ({ commentId: await createComment(context, input) }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/comments/list',
  summary: 'List the comments of a page',
  description:
    'The threads of a page, oldest first, each with its comments. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId,
    includeResolved: Type.Optional(Type.Boolean({ default: false })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 200, description: 'Threads at most.' }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'How many of the oldest to leave out.' }),
    ),
  }),
  output: Type.Object({ threads: Type.Array(thread), total: Type.Integer() }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { name: 'list_comments', description: 'Comment threads of a page.', effect: 'reads' },
  run: async (context, { includeResolved = false, limit = 200, offset = 0, ...page }) => {
    const which = includeResolved ? 'all' : 'open'
    const reachable = Math.min(offset, Number.MAX_SAFE_INTEGER)
    const found = await listThreads(context, page, { which, limit, offset: reachable })
    const { userId } = context.caller
    return { threads: found.threads.map((one) => toThread(one, userId)), total: found.total }
  },
})

export const update = operation({
  method: 'POST',
  path: '/v1/comments/update',
  summary: 'Edit a comment',
  description: 'Replaces the text of a comment of your own. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, commentId, markdown }),
  output: fields.ok,
  errors: ['COMMENT_NOT_FOUND'],
  example: { ...oneComment, markdown: 'Is this so *again*?' },
  tool: { none: 'Agents answer; what was said is changed by the person who said it.' },
  run: async (context, input) => {
    await updateComment(context, input)
    return { ok: true as const }
  },
})

export const resolve = operation({
  method: 'POST',
  path: '/v1/comments/resolve',
  summary: 'Resolve a thread or open it again',
  description:
    'Marks the thread of a comment as resolved, or as open. Twice is the same as once. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, commentId, resolved: Type.Boolean() }),
  output: fields.ok,
  errors: ['COMMENT_NOT_FOUND'],
  example: { ...oneComment, resolved: true },
  tool: {
    name: 'resolve_comment',
    description: 'Resolve a comment thread, or reopen it.',
    effect: 'sets',
  },
  run: async (context, input) => {
    await resolveThread(context, input)
    return { ok: true as const }
  },
})

export const remove = operation({
  method: 'POST',
  path: '/v1/comments/delete',
  summary: 'Delete a comment',
  description:
    'Deletes a comment of your own; owners and admins may delete any. The first comment of a thread with answers leaves an empty place. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, commentId }),
  output: fields.ok,
  errors: ['COMMENT_NOT_FOUND'],
  example: oneComment,
  tool: { none: 'It cannot be undone; people delete comments in the web application.' },
  run: async (context, input) => {
    await deleteComment(context, input)
    return { ok: true as const }
  },
})

function toThread({ first, quote, comments }: Thread, userId: string): Static<typeof thread> {
  const { resolvedAt, resolvedBy, resolverFirstName, resolverLastName } = first
  return {
    id: first.threadId,
    quote: quote && {
      text: quote.text,
      prefix: quote.prefix,
      suffix: quote.suffix,
      block: quote.found?.block ?? null,
      start: quote.found?.start ?? null,
      current: quote.found?.text ?? null,
    },
    isResolved: resolvedAt !== null,
    resolvedAt: isoOrNull(resolvedAt),
    resolvedBy:
      resolvedBy === null
        ? null
        : { id: resolvedBy, firstName: resolverFirstName ?? '', lastName: resolverLastName ?? '' },
    comments: comments.map((one) => ({
      id: one.id,
      author: { id: one.createdBy, firstName: one.firstName, lastName: one.lastName },
      markdown: one.markdown,
      createdAt: toIso(one.createdAt),
      updatedAt: isoOrNull(one.updatedAt),
      isMine: one.createdBy === userId,
      isDeleted: one.deletedAt !== null,
    })),
  }
}

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : toIso(instant)
}
