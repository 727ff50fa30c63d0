import { Type } from 'typebox'
import { createPage } from '../../domain/pages/create.ts'
import { editModes, longestBody } from '../../domain/pages/edit-modes.ts'
import { editPage } from '../../domain/pages/edit.ts'
import { movePage } from '../../domain/pages/tree.ts'
import { savePage, updatePage } from '../../domain/pages/update.ts'
import { pageUrl } from '../../domain/pages/urls.ts'
import { toIso } from '../../lib/clock.ts'
import { pageFields } from '../../lib/page-fields.ts'
import { ownerships } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import * as agents from './agents.ts'
import { fieldNotes, pageChange } from './fields.ts'

export * from './reading.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const create = operation({
  method: 'POST',
  path: '/v1/pages/create',
  summary: 'Create a page',
  description:
    'Makes a page from Markdown (CommonMark and GFM), behind the other pages under its parent.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(fields.idOrNull('The page above; null, or left out, is the top.')),
    title: Type.String({ minLength: 1, maxLength: pageFields.title.longest }),
    ownership: Type.Optional(fields.oneOf(ownerships, 'What the page is; `TEXT` when left out.')),
    markdown: Type.Optional(Type.String({ maxLength: 50_000 })),
  }),
  output: Type.Object({
    pageId,
    url: Type.String({ description: 'Redirects to the canonical `/pages/{pageId}`.' }),
  }),
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
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
  audience: 'people and keys',
  writes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    ...pageChange,
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
    fields: {
      ...fieldNotes,
      markdown: 'The whole new body',
      clear: `What to empty: ${agents.clearable.slice(0, -1).join(', ')} or ${agents.clearable.at(-1)}`,
      expectedVersion: 'From get_page; required for the body',
    },
    document: 'content',
    answer: 'page',
    instead: agents.update,
  },
  run: async (context, input) => {
    await updatePage(context, input)
    return { ok: true as const }
  },
})

export const save = operation({
  method: 'POST',
  path: '/v1/pages/save',
  summary: 'Save what an editor changed',
  description:
    'Changes title, icon or body, when the page is still at the version they were made from; else nothing is written, and the answer is `VERSION_CONFLICT`. A save that was made already is answered as done. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    version: Type.Integer({ minimum: 1, description: 'The version the change was made from.' }),
    ...pageChange,
  }),
  output: Type.Object({
    version: Type.Integer({ description: 'For the next save.' }),
    updatedAt: fields.instant,
  }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_CONFLICT'],
  example: { ...onePage, version: 1, title: 'Meeting notes, final' },
  tool: { none: 'Agents change a page with edit_page, which takes a version too.' },
  run: async (context, input) => {
    const { version, updatedAt } = await savePage(context, input)
    return { version, updatedAt: toIso(updatedAt) }
  },
})

export const move = operation({
  method: 'POST',
  path: '/v1/pages/move',
  summary: 'Move a page',
  description: 'Puts a page, with all that is under it, elsewhere in the tree.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
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
      newParentId: 'Left out: stays; "root": top',
      prevPageId: 'Sibling to stand behind; left out: first',
    },
    answer: 'page',
    instead: agents.move,
  },
  run: async (context, { newParentId = null, prevPageId = null, ...input }) => {
    await movePage(context, { ...input, newParentId, prevPageId })
    return { ok: true as const }
  },
})

export const edit = operation({
  method: 'POST',
  path: '/v1/pages/edit',
  summary: 'Edit a part of a page',
  description:
    'Adds Markdown at the end or the start of the page or of a section, replaces the section under a heading, or replaces a text that occurs exactly once; all other blocks stay as they are. A section ends at the next heading, unless `includeSubsections` is true: then at the next of its own or a higher level. Items added next to a list of their kind join it. Mode `body` replaces the whole body. A field that does not go with the mode is refused. With `expectedVersion` the edit is refused when the page has changed since; without it edits of a page wait for each other. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    mode: fields.oneOf(editModes, 'Where `text` goes.'),
    text: Type.String({
      maxLength: longestBody,
      description: 'Markdown. Up to 1,000,000 characters for `body`, 50,000 for the other modes.',
    }),
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
        description:
          'The heading of the section, as it reads. For `section`; for `append` and `prepend` when they add to a section.',
      }),
    ),
    includeSubsections: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the section takes in the sub-headings under its heading.',
      }),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Required for `body`.' }),
    ),
  }),
  output: Type.Object({
    ok: Type.Literal(true),
    version: Type.Integer({ description: 'For the next `expectedVersion`.' }),
    removed: Type.Optional(
      Type.Object(
        {
          blocks: Type.Integer(),
          headings: Type.Integer(),
          tasks: Type.Integer(),
        },
        { description: 'With `section` and `body`: what stood there before.' },
      ),
    ),
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
      'Change a part of a page, leave the rest: append, prepend (to the page or under a heading), section (replace what stands under a heading, up to the next), replace (a text that occurs once) or body (replace everything).',
    effect: 'edits',
    fields: {
      text: 'Markdown; empty removes',
      find: 'For replace: text as in the Markdown',
      heading: 'Its text, or "## text"; a board\'s column',
      includeSubsections: 'Sub-headings too',
      expectedVersion: 'From get_page; refused if changed since. Required for body',
    },
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, ...(await editPage(context, input)) }),
})
