import { Type } from 'typebox'
import { outlinePages } from '../../domain/pages/lists.ts'
import {
  findPage,
  getMarkdown,
  getPageInfo,
  locatePage,
  openPage,
} from '../../domain/pages/read.ts'
import { canonicalUrl } from '../../domain/pages/urls.ts'
import { toIso } from '../../lib/clock.ts'
import { ownerships, pageTypes, roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { answeredFields } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const markdown = operation({
  method: 'POST',
  path: '/v1/pages/markdown',
  summary: 'Read a page as Markdown',
  description:
    'The body of a page as CommonMark with GFM: what went in comes back meaning the same.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({ markdown: Type.String() }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'get_page_markdown',
    description: 'Only the Markdown of a page. get_page tells its version too.',
    effect: 'reads',
    answer: 'markdown',
  },
  run: async (context, input) => ({ markdown: await getMarkdown(context, input) }),
})

export const stats = operation({
  method: 'POST',
  path: '/v1/pages/stats',
  summary: 'Get type, ownership and author',
  description: 'What kind of page it is, and who made it when.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    type: fields.oneOf(pageTypes, 'How the page is shown.'),
    ownership: fields.oneOf(ownerships, 'What the page is.'),
    createdAt: fields.instant,
    createdBy: Type.Object({
      id: fields.id('The person.'),
      firstName: Type.String(),
      lastName: Type.String(),
      email: Type.String(),
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'get_page_stats',
    description: 'Type, ownership, author and date of a page.',
    effect: 'reads',
  },
  run: async (context, input) => {
    const { type, ownership, createdAt, authorId, ...author } = await getPageInfo(context, input)
    return { type, ownership, createdAt: toIso(createdAt), createdBy: { id: authorId, ...author } }
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/pages/get',
  summary: 'Read a page and what it is',
  description:
    'A page by its id, its address or its exact title: what it is, and its Markdown from `offset` on. `nextOffset` tells where the rest of a long page begins. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    page: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'An id, an address, or the exact title.',
    }),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Characters of Markdown to leave out.' }),
    ),
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 4_000_000,
        default: 200_000,
        description: 'Of Markdown in UTF-8, at most.',
      }),
    ),
  }),
  output: Type.Object({
    id: pageId,
    ...answeredFields,
    ownership: fields.oneOf(ownerships, 'What the page is.'),
    type: fields.oneOf(pageTypes, 'How the page is shown.'),
    parentId: fields.idOrNull('The page above; null is the top.'),
    url: Type.String(),
    version: Type.Integer({ description: 'Goes up with every change.' }),
    createdAt: fields.instant,
    updatedAt: fields.instant,
    markdown: Type.String(),
    length: Type.Integer({ description: 'Characters of Markdown of the whole page.' }),
    nextOffset: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Where the rest begins; null at the end.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND', 'PAGE_AMBIGUOUS'],
  example: { workspaceId: exampleIds.workspace, page: exampleIds.page },
  tool: {
    name: 'get_page',
    description: 'Read a page: metadata, version and Markdown. Long pages come in parts.',
    effect: 'reads',
    fields: { page: 'Id, URL or exact title', offset: 'Where to go on' },
    fixed: { maxBytes: 20_000 },
    answer: 'markdown',
  },
  run: async (context, { offset = 0, maxBytes = 200_000, ...input }) => {
    const page = await findPage(context, { ...input, offset, maxBytes })
    const createdAt = toIso(page.createdAt)
    return {
      ...page,
      url: canonicalUrl(context, page.id),
      createdAt,
      updatedAt: toIso(page.updatedAt),
    }
  },
})

export const list = operation({
  method: 'POST',
  path: '/v1/pages/list',
  summary: 'List the tree of pages',
  description:
    'The pages under a page, or from the top, each followed by those under it, down to `depth`. `children` counts the pages directly below. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(fields.idOrNull('The page above; null, or left out, is the top.')),
    depth: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, default: 2, description: 'Levels of the tree.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many at most.' }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'How many to leave out.' }),
    ),
  }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        id: pageId,
        title: Type.String(),
        icon: fields.textOrNull('An emoji.'),
        depth: Type.Integer({ description: '1 is directly under `parentId`.' }),
        children: Type.Integer({ description: 'Pages directly below it.' }),
      }),
    ),
    nextOffset: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Where the rest begins; null at the end.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, depth: 1 },
  tool: {
    name: 'list_pages',
    description: 'The tree of pages, each followed by those under it.',
    effect: 'reads',
    fields: { parentId: 'Left out: top', depth: 'Levels, default 2', limit: 'Default 100' },
  },
  run: async (context, { parentId = null, depth = 2, limit = 100, offset = 0, workspaceId }) =>
    outlinePages(context, { workspaceId, parentId, depth }, { limit, offset }),
})

export const document = operation({
  method: 'POST',
  path: '/v1/pages/document',
  summary: 'Open a page for editing',
  description:
    'The body as a Tiptap document with its version, what the page is, who made and changed it, and the pages above it, all as they were at one moment. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    id: pageId,
    ...answeredFields,
    ownership: fields.oneOf(ownerships, 'What the page is.'),
    type: fields.oneOf(pageTypes, 'How the page is shown.'),
    parentId: fields.idOrNull('The page above; null is the top.'),
    version: Type.Integer({ description: 'For the next `pages.save`.' }),
    content: fields.tiptap,
    breadcrumb: Type.Array(Type.Object(fields.pageLine), {
      description: 'The pages above, the top one first.',
    }),
    createdAt: fields.instant,
    createdBy: fields.person,
    updatedAt: fields.instant,
    updatedBy: fields.person,
    role: fields.oneOf(roles, 'Yours in the workspace.'),
    isFavourite: Type.Boolean(),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none: 'Agents read a page as Markdown with get_page.' },
  run: async (context, input) => {
    const page = await openPage(context, input)
    return { ...page, createdAt: toIso(page.createdAt), updatedAt: toIso(page.updatedAt) }
  },
})

export const locate = operation({
  method: 'POST',
  path: '/v1/pages/locate',
  summary: 'Find the workspace of a page',
  description:
    'Which of your workspaces holds a page: an address such as `/pages/{pageId}` does not say. A page you may not see is not found. An extension of the API.',
  access: 'key',
  audience: 'people and keys',
  input: Type.Object({ pageId }),
  output: Type.Object({ workspaceId }),
  errors: ['PAGE_NOT_FOUND'],
  example: { pageId: exampleIds.page },
  tool: { none: 'Agents name a page by its address with get_page.' },
  run: async (context, input) => ({ workspaceId: await locatePage(context, input.pageId) }),
})
