import { emptyTrash, purgePage } from '../../domain/pages/purge.ts'
import { listTrash, removePage, restorePage } from '../../domain/pages/trash.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { run, toRun } from '../runs/fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const remove = operation({
  method: 'POST',
  path: '/v1/pages/delete',
  summary: 'Delete a page',
  description:
    'Moves a page and all pages below it to the trash. They no longer appear in lists and search until you restore the page.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'Number of deleted pages.' }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'delete_page',
    proposes: true,
    description: 'Move a page and its subpages to the trash. Undo with restore_page.',
    effect: 'replaces',
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, pages: await removePage(context, input) }),
})

export const restore = operation({
  method: 'POST',
  path: '/v1/pages/restore',
  summary: 'Restore a page from the trash',
  description:
    'Restores a page and all pages that were deleted with it to their previous position. If the parent page no longer exists, the page moves to the end of the top level. Has no effect on a page that is not in the trash. If more than a thousand pages are restored, search finds them later (`isIndexing`).',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'Number of restored pages.' }),
    parentId: fields.idOrNull('ID of the parent page. Null means the top level.'),
    isIndexing: Type.Optional(
      Type.Literal(true, {
        description:
          'Search does not find all of the pages yet: the server indexes them in the background, about a thousand per second.',
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'restore_page',
    description: 'Restore a deleted page and everything deleted with it.',
    effect: 'sets',
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, ...(await restorePage(context, input)) }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/trash/list',
  summary: 'List deleted pages',
  description:
    'Returns the pages in the trash, most recently deleted first, with who deleted each and when.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        ...fields.pageLine,
        deletedAt: fields.instant,
        deletedBy: fields.person,
        run,
        pages: Type.Integer({
          description: 'Number of pages deleted together, including this one.',
        }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    none: 'Agents restore a page by its ID; people browse the trash in the web app.',
  },
  run: async (context, { limit = 50, offset = 0 }) => {
    const rows = await listTrash(context, { limit, offset })
    return {
      pages: rows.map(
        ({ id, title, icon, pages, deletedAt, deletedBy, firstName, lastName, ...by }) => ({
          id,
          title,
          icon,
          pages,
          deletedAt: toIso(deletedAt),
          deletedBy: { id: deletedBy, firstName, lastName },
          run: toRun(by),
        }),
      ),
    }
  },
})

const none = 'Permanent deletion is for people.'

export const purge = operation({
  method: 'POST',
  path: '/v1/trash/purge',
  summary: 'Permanently delete a page',
  description:
    'Permanently deletes a page in the trash and all pages that were deleted with it, including their history and comments. Files remain in the workspace. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'Number of permanently deleted pages.' }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, input) => ({ ok: true as const, pages: await purgePage(context, input) }),
})

export const empty = operation({
  method: 'POST',
  path: '/v1/trash/empty',
  summary: 'Empty the trash',
  description:
    'Permanently deletes pages in the trash, a few thousand per call. Repeat the call until `left` is 0. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'Number of permanently deleted pages.' }),
    left: Type.Integer({ description: 'Number of entries left in the trash.' }),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context) => ({
    ok: true as const,
    ...(await emptyTrash(context)),
  }),
})
