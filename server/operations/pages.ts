import { Type } from 'typebox'
import { editModes, editPage } from '../domain/page-edit.ts'
import { movePage } from '../domain/page-tree.ts'
import { createPage, getMarkdown, getPageInfo, pageUrl, updatePage } from '../domain/pages.ts'
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
  run: async (context, input) => ({ ok: true as const, version: await editPage(context, input) }),
})
