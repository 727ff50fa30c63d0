import { outlinePages } from '../../domain/pages/lists.ts'
import {
  findPage,
  getMarkdown,
  getPageInfo,
  locatePage,
  openPage,
} from '../../domain/pages/read.ts'
import { canonicalUrl } from '../../domain/pages/urls.ts'
import { levels } from '../../domain/rights/levels.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { ownerships, pageTypes, roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { answeredFields } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

// The first answer of the server does without it.
const loadBacklinks = () => import('../../domain/links/page-with-backlinks.ts')

export const markdown = operation({
  method: 'POST',
  path: '/v1/pages/markdown',
  summary: 'Get a page as Markdown',
  description: 'Returns the body of a page as Markdown (CommonMark and GFM).',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({ markdown: Type.String() }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'get_page_markdown',
    description: 'Only the Markdown of a page. get_page also gives its version.',
    effect: 'reads',
    answer: 'markdown',
  },
  run: async (context, input) => ({ markdown: await getMarkdown(context, input) }),
})

export const stats = operation({
  method: 'POST',
  path: '/v1/pages/stats',
  summary: 'Get the type, purpose and author of a page',
  description: 'Returns the type and ownership of a page, its author and when it was created.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    type: fields.oneOf(pageTypes, 'Layout of the page.'),
    ownership: fields.oneOf(ownerships, 'Purpose of the page.'),
    createdAt: fields.instant,
    createdBy: Type.Object({
      id: fields.id('ID of the person.'),
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
    const info = await getPageInfo(context, input)
    const { type, ownership, authorId: id, firstName, lastName, email } = info
    const createdBy = { id, firstName, lastName, email }
    return { type, ownership, createdAt: toIso(info.createdAt), createdBy }
  },
})

export const get = operation({
  method: 'POST',
  path: '/v1/pages/get',
  summary: 'Get a page',
  description:
    'Returns the metadata and Markdown of a page, found by its ID, URL or exact title. Long pages are split: pass `nextOffset` as `offset` to get the next part.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    page: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'ID, URL or exact title of the page.',
    }),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: 'Number of characters of Markdown to skip.',
      }),
    ),
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 100,
        maximum: 4_000_000,
        default: 200_000,
        description: 'Maximum bytes of Markdown and backlinks to return, in UTF-8.',
      }),
    ),
    backlinks: Type.Optional(
      Type.Boolean({ description: 'Whether to return the links to the page, too.' }),
    ),
  }),
  output: Type.Object({
    id: pageId,
    ...answeredFields,
    ownership: fields.oneOf(ownerships, 'Purpose of the page.'),
    type: fields.oneOf(pageTypes, 'Layout of the page.'),
    parentId: fields.idOrNull('ID of the parent page. Null means the top level.'),
    url: Type.String(),
    version: Type.Integer({ description: 'Increases with every change.' }),
    createdAt: fields.instant,
    updatedAt: fields.instant,
    level: fields.oneOf(levels, 'What you can do with the page.'),
    markdown: Type.String(),
    length: Type.Integer({
      description: 'Length of the Markdown of the complete page, in characters.',
    }),
    nextOffset: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Offset of the next part. Null at the end.',
    }),
    backlinks: Type.Optional(
      Type.Object(
        {
          links: Type.Integer({ description: 'Number of all links, at most 1,000.' }),
          items: Type.Array(
            Type.Object({
              id: pageId,
              title: Type.String(),
              sentence: Type.String({ description: 'The sentence around the link.' }),
            }),
            { description: 'At most 10, newest page first.' },
          ),
        },
        { description: 'Links from other pages that you can read.' },
      ),
    ),
  }),
  errors: ['PAGE_NOT_FOUND', 'PAGE_AMBIGUOUS'],
  example: { workspaceId: exampleIds.workspace, page: exampleIds.page },
  tool: {
    name: 'get_page',
    description: 'Read a page: metadata, version and Markdown. Long pages come in parts.',
    effect: 'reads',
    fields: {
      page: 'ID, URL or exact title',
      offset: 'Start of the next part',
      backlinks: 'Also links to it',
    },
    fixed: { maxBytes: 20_000 },
    answer: 'markdown',
  },
  run: async (context, { offset = 0, maxBytes = 200_000, backlinks = false, ...input }) => {
    const find = backlinks ? (await loadBacklinks()).findPageWithBacklinks : findPage
    const page = await find(context, { ...input, offset, maxBytes })
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
  summary: 'List the page tree',
  description:
    'Returns the pages below a page or the top level, each followed by its own subpages, down to `depth`.',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read',
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(
      fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
    ),
    depth: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        default: 2,
        description: 'Number of levels to return.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        default: 100,
        description: 'Maximum number of pages to return.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, default: 0, description: 'Number of pages to skip.' }),
    ),
  }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        id: pageId,
        title: Type.String(),
        icon: fields.textOrNull('An emoji.'),
        depth: Type.Integer({ description: 'Level of the page. 1 is directly below `parentId`.' }),
        children: Type.Integer({ description: 'Number of pages directly below this one.' }),
        isSection: Type.Optional(
          Type.Literal(true, { description: 'The page has permissions of its own.' }),
        ),
        isRestricted: Type.Optional(
          Type.Literal(true, {
            description:
              'The page has permissions of its own, and not everyone in the workspace can read it.',
          }),
        ),
        isShared: Type.Optional(
          Type.Literal(true, {
            description: 'The page is at the top level because you cannot read its parent.',
          }),
        ),
        level: Type.Optional(
          fields.oneOf(levels, 'Your level on a page in a section. Omitted outside of sections.'),
        ),
      }),
    ),
    nextOffset: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Offset of the next part. Null at the end.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, depth: 1 },
  tool: {
    name: 'list_pages',
    description: 'The page tree: each page is followed by its subpages.',
    effect: 'reads',
    listsPages: true,
    fields: {
      parentId: 'Omit for the top level',
      depth: 'Levels, default 2',
      limit: 'Default 100',
    },
  },
  run: async (context, { parentId = null, depth = 2, limit = 100, offset = 0 }) =>
    outlinePages(context, { parentId, depth }, { limit, offset }),
})

export const document = operation({
  method: 'POST',
  path: '/v1/pages/document',
  summary: 'Open a page for editing',
  description:
    'Returns the body as a Tiptap document with the version, metadata, authors and ancestors of the page, read as one consistent snapshot.',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    id: pageId,
    ...answeredFields,
    ownership: fields.oneOf(ownerships, 'Purpose of the page.'),
    type: fields.oneOf(pageTypes, 'Layout of the page.'),
    parentId: fields.idOrNull('ID of the parent page. Null means the top level.'),
    version: Type.Integer({ description: 'Version to send with `/v1/pages/save`.' }),
    content: fields.tiptap,
    breadcrumb: Type.Array(Type.Object(fields.pageLine), {
      description: 'Ancestors of the page, top level first.',
    }),
    createdAt: fields.instant,
    createdBy: fields.person,
    updatedAt: fields.instant,
    updatedBy: fields.person,
    role: fields.oneOf(roles, 'Your role in the workspace.'),
    level: fields.oneOf(levels, 'What you can do with the page.'),
    isFavourite: Type.Boolean(),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none: 'Agents read pages as Markdown with get_page.' },
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
    'Returns the workspace of a page when you only know its ID, for example from a `/pages/{pageId}` URL. Returns `PAGE_NOT_FOUND` if you cannot access the page.',
  access: 'key',
  audience: 'people and keys',
  input: Type.Object({ pageId }),
  output: Type.Object({ workspaceId }),
  errors: ['PAGE_NOT_FOUND'],
  example: { pageId: exampleIds.page },
  tool: { none: 'Agents pass the URL of a page to get_page.' },
  run: async (context, input) => ({ workspaceId: await locatePage(context, input.pageId) }),
})
