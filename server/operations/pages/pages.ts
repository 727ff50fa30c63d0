import type { WorkspaceContext } from '../../domain/context.ts'
import { createPage } from '../../domain/pages/create.ts'
import { editModes, maxBodyLength } from '../../domain/pages/edit-modes.ts'
import { editPage } from '../../domain/pages/edit.ts'
import { movePage, requirePage } from '../../domain/pages/tree.ts'
import { savePage, updatePage } from '../../domain/pages/update.ts'
import { pageUrl } from '../../domain/pages/urls.ts'
import { readBody } from '../../domain/pages/wiki/read-body.ts'
import { toIso } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import { parseSmall } from '../../lib/json/raw-json.ts'
import { Type } from '../../lib/json/type.ts'
import { pageFields } from '../../lib/page-fields.ts'
import { ownerships } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import * as agents from './agents.ts'
import { fieldNotes, mergedNear, pageChange } from './fields.ts'

export * from './page-properties.ts'
export * from './reading.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const create = operation({
  method: 'POST',
  path: '/v1/pages/create',
  summary: 'Create a page',
  description: 'Creates a page from Markdown (CommonMark and GFM) as the last child of its parent.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    parentId: Type.Optional(
      fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
    ),
    title: Type.String({ minLength: 1, maxLength: pageFields.title.maxLength }),
    ownership: Type.Optional(fields.oneOf(ownerships, 'Purpose of the page. Defaults to `TEXT`.')),
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
    description: 'Create a page from Markdown. Do not repeat the title as a heading.',
    proposes: true,
    effect: 'adds',
    fields: { parentId: 'Omit for the top level' },
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
  summary: 'Update a page',
  description: 'Updates the title, the icon or the complete body. Fields you omit do not change.',
  access: 'write',
  audience: 'people and keys',
  visitors: 'write',
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
      'Change the title or icon, or replace the complete body. To change part of a page use edit_page.',
    proposes: true,
    effect: 'replaces',
    fields: {
      ...fieldNotes,
      markdown: 'The complete new body',
      clear: `Fields to empty: ${agents.clearable.slice(0, -1).join(', ')} or ${agents.clearable.at(-1)}`,
      expectedVersion: 'From get_page; required to replace the body',
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

const dialect = Type.Optional(
  Type.Unsafe<'wiki'>({
    type: 'string',
    enum: ['wiki'],
    description:
      'Reads `[[links]]` to pages by title or path, and front matter before a complete body as properties, like agent tools. Without it, Markdown is CommonMark and GFM.',
  }),
)

/** A body from Markdown, with the YAML before it. */
async function bodyOf(
  context: WorkspaceContext,
  { pageId, content }: { pageId: string; content?: object },
  { markdown, dialect: read }: { markdown: string; dialect: 'wiki' | undefined },
): Promise<{ content: object; yaml?: string[]; wanted?: readonly string[] }> {
  if (content !== undefined) {
    const message = 'cannot be combined with content: give one of them'
    throw invalidInput([{ path: '/markdown', rule: 'not', message }])
  }
  if (read === undefined) {
    const { type } = await requirePage(context.store, context.viewer, pageId)
    const { document } = await context.content.fromMarkdown(markdown, '/markdown', type)
    return { content: parseSmall(document) }
  }
  const { content: body, yaml } = await readBody(context, pageId, markdown)
  const { document, wanted = [] } = body
  return { content: parseSmall(document), wanted, ...(yaml !== null && { yaml: [yaml] }) }
}

export const save = operation({
  method: 'POST',
  path: '/v1/pages/save',
  summary: 'Save changes from an editor',
  description:
    'Updates the title, icon or body if the page is still at `version`. If it is not, the save changes nothing and returns `VERSION_CONFLICT`; with `merge`, it keeps what others changed since, unless both changed the same words: then `conflicts` of the error names the places. Repeating a save that succeeded returns the same result.',
  access: 'write',
  audience: 'people and keys',
  visitors: 'write',
  writes: true,
  proposes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    version: Type.Integer({ minimum: 1, description: 'Version that the changes are based on.' }),
    merge: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether to merge with changes of others since `version`. Read the page again after a save with `merged`.',
      }),
    ),
    ...pageChange,
    markdown: Type.Optional(
      Type.String({
        maxLength: maxBodyLength,
        description: 'The body as Markdown, instead of `content`.',
      }),
    ),
    dialect,
  }),
  output: Type.Object({
    version: Type.Integer({ description: 'New version, for the next save.' }),
    merged: Type.Optional(
      Type.Literal(true, { description: 'Others had changed the page since `version`.' }),
    ),
    mergedNear,
    updatedAt: fields.instant,
  }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_CONFLICT'],
  example: { ...onePage, version: 1, title: 'Meeting notes, final' },
  tool: { none: 'Agents use edit_page, which also checks the version.' },
  run: async (context, { markdown, dialect: read, ...input }) => {
    const body =
      markdown === undefined ? {} : await bodyOf(context, input, { markdown, dialect: read })
    const { updatedAt, merged, ...saved } = await savePage(context, { ...input, ...body })
    return { ...saved, ...(merged === true ? { merged } : {}), updatedAt: toIso(updatedAt) }
  },
})

export const move = operation({
  method: 'POST',
  path: '/v1/pages/move',
  summary: 'Move a page',
  description: 'Moves a page and all pages below it to another position in the tree.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    newParentId: Type.Optional(
      fields.idOrNull('ID of the parent page. Null or omitted means the top level.'),
    ),
    prevPageId: Type.Optional(
      fields.idOrNull(
        'ID of the sibling to insert after. Null or omitted means the first position.',
      ),
    ),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'PAGE_CYCLE'],
  example: { ...onePage, newParentId: null, prevPageId: null },
  tool: {
    name: 'move_page',
    description: 'Move a page and its subpages.',
    proposes: true,
    effect: 'sets',
    fields: {
      newParentId: 'Omit to keep; "root": top level',
      prevPageId: 'Sibling to insert after; omit for first',
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
  summary: 'Edit part of a page',
  description:
    'Appends or prepends Markdown to the page or a section, replaces the section under a heading, or replaces a text that occurs exactly once, or each occurrence with `all`. All other blocks stay the same. A section ends at the next heading; with `includeSubsections` it ends at the next heading of the same or a higher level. Items added next to a list of the same kind join that list. Mode `body` replaces the complete body. Fields that do not apply to the mode are rejected. With `expectedVersion`, the edit applies to that version and is merged with changes since; `VERSION_CONFLICT` means that others changed the same words, numbers, dates, addresses or code spans (`conflicts` names the places), or that the version is too old to merge, or unknown; nothing is written. Without it, edits of a page run one after another on the current version.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  proposes: true,
  bodyLimit: 4 * 1024 * 1024,
  input: Type.Object({
    workspaceId,
    pageId,
    mode: fields.oneOf(editModes, 'What to do with `text`.'),
    text: Type.String({
      maxLength: maxBodyLength,
      description:
        'Markdown, up to 1,000,000 characters for `body` and 50,000 for the other modes.',
    }),
    find: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50_000,
        description: 'Exact text to replace. Required for `replace`.',
      }),
    ),
    heading: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          'Text of the section heading. Required for `section`; optional for `append` and `prepend`.',
      }),
    ),
    includeSubsections: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the section includes the subheadings below its heading.',
      }),
    ),
    all: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'For `replace`: replaces each occurrence of `find`, not only a single one.',
      }),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Version that the edit is based on. Required for `body`.',
      }),
    ),
    dialect,
  }),
  output: Type.Object({
    ok: Type.Literal(true),
    version: Type.Integer({ description: 'New version, for the next `expectedVersion`.' }),
    merged: Type.Optional(
      Type.Literal(true, {
        description:
          'Others had changed the page since `expectedVersion`. Read it again before you replace the body.',
      }),
    ),
    mergedNear,
    removed: Type.Optional(
      Type.Object(
        {
          blocks: Type.Integer(),
          headings: Type.Integer(),
          tasks: Type.Integer(),
        },
        {
          description:
            'Number of blocks, headings and tasks that the edit replaced. Only for `section` and `body`.',
        },
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
      'Change part of a page: append or prepend (to the page or under a heading), section (replace the text under a heading, up to the next one), replace (a text that occurs once) or body (replace everything).',
    proposes: true,
    effect: 'edits',
    fields: {
      text: 'Markdown; empty to remove',
      find: 'For replace: text as in the Markdown',
      heading: 'Its text, or "## text"; a board\'s column',
      includeSubsections: 'Subheadings too',
      expectedVersion: 'From get_page; merges changes since. Required for body',
    },
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, ...(await editPage(context, input)) }),
})
