import { Type } from 'typebox'
import { editModes, editPage } from '../domain/page-edit.ts'
import { findPage, outlinePages } from '../domain/page-lookup.ts'
import { movePage } from '../domain/page-tree.ts'
import {
  canonicalUrl,
  createPage,
  getMarkdown,
  getPageInfo,
  pageUrl,
  updatePage,
} from '../domain/pages.ts'
import { toIso } from '../lib/clock.ts'
import { ownerships, pageTypes } from '../lib/vocabulary.ts'
import * as fields from './fields.ts'
import { operation } from './operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const create = operation({
  method: 'POST',
  path: '/v1/pages/create',
  summary: 'Create a page',
  description:
    'Makes a page from Markdown (CommonMark and GFM), behind the other pages under its parent.',
  access: 'write',
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(fields.idOrNull('The page above; null, or left out, is the top.')),
    title: Type.String({ minLength: 1, maxLength: 255 }),
    ownership: Type.Optional(fields.oneOf(ownerships, 'What the page is; `TEXT` when left out.')),
    markdown: Type.Optional(Type.String({ maxLength: 50_000 })),
  }),
  output: Type.Object({
    pageId,
    url: Type.String({ description: 'Redirects to the canonical `/pages/{pageId}`.' }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    title: 'Meeting notes',
    markdown: '# Agenda\n\n- [ ] Review the draft\n- [x] Book a room\n',
  },
  tool: {
    name: 'create_page',
    description: 'Make a page from Markdown. Do not repeat the title as a heading.',
    effect: 'adds',
    fields: { parentId: 'Page above; left out: top' },
    answer: 'page',
  },
  run: async (context, { parentId = null, ownership = 'TEXT', markdown = '', ...input }) => {
    const pageId = await createPage(context, { ...input, parentId, ownership, markdown })
    return { pageId, url: pageUrl(context, { workspaceId: input.workspaceId, pageId }) }
  },
})

export const update = operation({
  method: 'POST',
  path: '/v1/pages/update',
  summary: 'Change a page',
  description: 'Changes the title, the icon or the whole body; what is left out stays as it is.',
  access: 'write',
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    title: Type.Optional(Type.String({ maxLength: 255 })),
    icon: Type.Optional(fields.textOrNull('An emoji; null removes it.', { maxLength: 255 })),
    content: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'A Tiptap document.' }),
    ),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND'],
  example: {
    ...onePage,
    title: 'Meeting notes, final',
    icon: '📝',
    content: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'All agreed.' }] }],
    },
  },
  tool: {
    name: 'update_page',
    description:
      'Change title or icon, or replace the whole body by markdown. For a part of a page use edit_page.',
    effect: 'replaces',
    fields: { icon: 'Emoji; empty removes it', markdown: 'The whole new body' },
    document: 'content',
    answer: 'page',
  },
  run: async (context, input) => {
    await updatePage(context, input)
    return { ok: true as const }
  },
})

export const move = operation({
  method: 'POST',
  path: '/v1/pages/move',
  summary: 'Move a page',
  description: 'Puts a page, with all that is under it, elsewhere in the tree.',
  access: 'write',
  input: Type.Object({
    workspaceId,
    pageId,
    newParentId: Type.Optional(fields.idOrNull('The page above; null, or left out, is the top.')),
    prevPageId: Type.Optional(
      fields.idOrNull('The page to stand behind; null, or left out, is the start.'),
    ),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'PAGE_CYCLE'],
  example: { ...onePage, newParentId: null, prevPageId: null },
  tool: {
    name: 'move_page',
    description: 'Move a page with all under it.',
    effect: 'sets',
    fields: {
      newParentId: 'Left out: top',
      prevPageId: 'Sibling to stand behind; left out: first',
    },
    answer: 'page',
  },
  run: async (context, { newParentId = null, prevPageId = null, ...input }) => {
    await movePage(context, { ...input, newParentId, prevPageId })
    return { ok: true as const }
  },
})

export const markdown = operation({
  method: 'POST',
  path: '/v1/pages/markdown',
  summary: 'Read a page as Markdown',
  description:
    'The body of a page as CommonMark with GFM: what went in comes back meaning the same.',
  access: 'read',
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

export const edit = operation({
  method: 'POST',
  path: '/v1/pages/edit',
  summary: 'Edit a part of a page',
  description:
    'Adds Markdown at the end or the start, replaces the section under a heading, or replaces a text that occurs exactly once; all other blocks stay as they are. With `expectedVersion` the edit is refused when the page has changed since. An extension of the API.',
  access: 'write',
  input: Type.Object({
    workspaceId,
    pageId,
    mode: fields.oneOf(editModes, 'Where `text` goes.'),
    text: Type.String({ maxLength: 50_000, description: 'Markdown.' }),
    find: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50_000,
        description: 'For `replace`: the exact text.',
      }),
    ),
    heading: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'For `section`: the heading as it reads.',
      }),
    ),
    expectedVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  output: Type.Object({
    ok: Type.Literal(true),
    version: Type.Integer({ description: 'For the next `expectedVersion`.' }),
  }),
  errors: [
    'PAGE_NOT_FOUND',
    'HEADING_NOT_FOUND',
    'TEXT_NOT_FOUND',
    'HEADING_AMBIGUOUS',
    'TEXT_AMBIGUOUS',
    'VERSION_CONFLICT',
  ],
  example: { ...onePage, mode: 'append', text: '## Decisions\n\nShip it.\n' },
  tool: {
    name: 'edit_page',
    description:
      'Change a part of a page and leave the rest untouched: append, prepend, section (replace what stands under a heading) or replace (a text that occurs once).',
    effect: 'edits',
    fields: {
      text: 'Markdown; empty removes',
      find: 'For replace: text as in the Markdown',
      heading: 'For section: its text, or "## text"',
      expectedVersion: 'From get_page; refused if changed since',
    },
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, version: await editPage(context, input) }),
})

export const get = operation({
  method: 'POST',
  path: '/v1/pages/get',
  summary: 'Read a page and what it is',
  description:
    'A page by its id, its address or its exact title: what it is, and its Markdown from `offset` on. `nextOffset` tells where the rest of a long page begins. An extension of the API.',
  access: 'read',
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
    title: Type.String(),
    icon: fields.textOrNull('An emoji.'),
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
