import type { Static } from 'typebox'
import {
  createComment,
  deleteComment,
  listThreads,
  resolveThread,
  type Selection,
  type Thread,
  updateComment,
} from '../../domain/comments/comments.ts'
import { listOpenThreads, type OpenThread } from '../../domain/comments/open-threads.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { run, toRun } from '../runs/fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const oneComment = { workspaceId: exampleIds.workspace, commentId: exampleIds.comment }

const commentId = fields.id('ID of the comment.')
const markdown = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description:
    'Markdown. HTML is stored as plain text, and unsafe URLs are removed. Link to `/members/{userId}` to mention a person.',
})
const quote = Type.Unsafe<string | Selection | null>({
  type: ['string', 'object', 'null'],
  description:
    'Text on the page that the thread is about, without formatting. A string must occur on the page. An object also gives the block (starting at 1) and the character within it where the text starts; it is accepted even if the page has changed since, and truncated to 2,000 characters.',
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
  run,
  markdown: Type.String({ description: 'Empty if the comment is deleted.' }),
  createdAt: fields.instant,
  updatedAt: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  isMine: Type.Boolean(),
  isDeleted: Type.Boolean({
    description: 'Whether the comment is deleted and kept only because it has replies.',
  }),
})
const thread = Type.Object({
  id: fields.id('ID of the first comment in the thread.'),
  quote: Type.Unsafe<QuoteNow | null>({
    type: ['object', 'null'],
    description:
      'Quoted text and its current position. `block`, `start` and `current` are null if the text is no longer on the page. `current` differs from `text` if the text has changed.',
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
    'Starts a thread on a page or on a quoted text, or replies to a thread. To reply, set `parentId` to any comment of the thread.',
  access: 'comment',
  audience: 'people and keys',
  visitors: 'comment',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    parentId: Type.Optional(
      fields.idOrNull('ID of a comment to reply to. Null starts a new thread.'),
    ),
    markdown,
    quote: Type.Optional(quote),
  }),
  output: Type.Object({ commentId }),
  errors: ['PAGE_NOT_FOUND', 'COMMENT_NOT_FOUND', 'TEXT_NOT_FOUND'],
  example: { ...onePage, markdown: 'Is this **still** true?' },
  tool: {
    name: 'create_comment',
    description: 'Comment on a page or on quoted text, or reply to parentId.',
    effect: 'adds',
  },
  run: async (context, input) => ({ commentId: await createComment(context, input) }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/comments/list',
  summary: 'List the comments of a page',
  description: 'Returns the threads of a page with their comments, oldest first.',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read comments',
  input: Type.Object({
    workspaceId,
    pageId,
    includeResolved: Type.Optional(Type.Boolean({ default: false })),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        default: 200,
        description: 'Maximum number of threads to return.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'Number of threads to skip, oldest first.',
      }),
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
  description: 'Replaces the text of one of your own comments.',
  access: 'comment',
  audience: 'people and keys',
  visitors: 'comment',
  writes: true,
  input: Type.Object({ workspaceId, commentId, markdown }),
  output: fields.ok,
  errors: ['COMMENT_NOT_FOUND'],
  example: { ...oneComment, markdown: 'Is this true *again*?' },
  tool: { none: 'Agents reply instead of editing comments.' },
  run: async (context, input) => {
    await updateComment(context, input)
    return { ok: true as const }
  },
})

export const resolve = operation({
  method: 'POST',
  path: '/v1/comments/resolve',
  summary: 'Resolve or reopen a thread',
  description:
    'Marks the thread of a comment as resolved or open. Repeating the call has no further effect.',
  access: 'comment',
  audience: 'people and keys',
  visitors: 'comment',
  writes: true,
  input: Type.Object({ workspaceId, commentId, resolved: Type.Boolean() }),
  output: fields.ok,
  errors: ['COMMENT_NOT_FOUND'],
  example: { ...oneComment, resolved: true },
  tool: {
    name: 'resolve_comment',
    description: 'Resolve or reopen a comment thread.',
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
    'Deletes one of your own comments. Owners and admins can delete any comment. If the first comment of a thread has replies, it stays as an empty, deleted comment.',
  access: 'comment',
  audience: 'people and keys',
  visitors: 'comment',
  writes: true,
  input: Type.Object({ workspaceId, commentId }),
  output: fields.ok,
  errors: ['COMMENT_NOT_FOUND'],
  example: oneComment,
  tool: { none: 'Deleting a comment is permanent; people do it in the web app.' },
  run: async (context, input) => {
    await deleteComment(context, input)
    return { ok: true as const }
  },
})

const openThread = Type.Object({
  id: fields.id('ID of the first comment in the thread.'),
  page: Type.Object(fields.pageLine),
  author: Type.Unsafe<Person>({
    type: 'object',
    required: Object.keys(person),
    properties: person,
  }),
  run,
  text: Type.String({
    description: 'The start of the first comment, as Markdown. Empty if it is deleted.',
  }),
  quote: fields.textOrNull('The quoted text.'),
  replies: Type.Integer(),
  createdAt: fields.instant,
  lastAt: fields.instant,
})

export const listOpen = operation({
  method: 'POST',
  path: '/v1/comments/list-open',
  summary: 'List open threads',
  description:
    'Returns the threads of a workspace that are not resolved, on pages that you can read, newest first. Threads on pages in the trash are left out.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    underPageId: Type.Optional(fields.id('Only threads on this page and those below it.')),
    authorId: Type.Optional(fields.id('Only threads that this person began.')),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: '`nextCursor` to continue.' }),
    ),
    limit: fields.limit,
  }),
  output: Type.Object({
    threads: Type.Array(openThread),
    nextCursor: fields.textOrNull('Continues the list. Null at its end.'),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents use list_open_threads, which returns URLs.' },
  run: async (context, { limit = 50, ...filter }) => {
    const { threads, nextCursor = null } = await listOpenThreads(context, { ...filter, limit })
    return { threads: threads.map(toOpenThread), nextCursor }
  },
})

function toOpenThread(row: OpenThread): Static<typeof openThread> {
  const { id, pageId, pageTitle, pageIcon, authorId, firstName, lastName, text, quote } = row
  return {
    id,
    page: { id: pageId, title: pageTitle, icon: pageIcon },
    author: { id: authorId, firstName, lastName },
    run: toRun(row),
    text,
    quote,
    replies: row.replies,
    createdAt: toIso(row.createdAt),
    lastAt: toIso(row.lastAt),
  }
}

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
      run: toRun(one),
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
