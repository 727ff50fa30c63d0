import { Type } from 'typebox'
import { emptyTrash, purgePage } from '../../domain/pages/purge.ts'
import { listTrash, removePage, restorePage } from '../../domain/pages/trash.ts'
import { toIso } from '../../lib/clock.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const remove = operation({
  method: 'POST',
  path: '/v1/pages/delete',
  summary: 'Put a page into the trash',
  description:
    'Takes a page and all under it out of lists and search. Restoring the page brings them back together. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'How many went.' }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'delete_page',
    description: 'Put a page and all under it into the trash. restore_page undoes it.',
    effect: 'replaces',
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, pages: await removePage(context, input) }),
})

export const restore = operation({
  method: 'POST',
  path: '/v1/pages/restore',
  summary: 'Take a page out of the trash',
  description:
    'Brings a page back with all that went with it: to its place, or to the end of the top when the page above it is gone. A page that is not in the trash stays as it is. An extension of the API.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'How many came back.' }),
    parentId: fields.idOrNull('The page above; null is the top.'),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: {
    name: 'restore_page',
    description: 'Take a deleted page, with all that went with it, out of the trash.',
    effect: 'sets',
    answer: 'page',
  },
  run: async (context, input) => ({ ok: true as const, ...(await restorePage(context, input)) }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/trash/list',
  summary: 'List what is in the trash',
  description:
    'Deleted pages, the newest deletion first: who deleted it when, and how many pages went along. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit: fields.limit, offset: fields.offset }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        ...fields.pageLine,
        deletedAt: fields.instant,
        deletedBy: fields.person,
        pages: Type.Integer({ description: 'How many went, this one among them.' }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    none: 'An agent restores a page it deleted by its id; browsing the trash is for people.',
  },
  run: async (context, { workspaceId, limit = 50, offset = 0 }) => {
    const rows = await listTrash(context, workspaceId, { limit, offset })
    return {
      pages: rows.map(({ deletedAt, deletedBy, firstName, lastName, ...page }) => ({
        ...page,
        deletedAt: toIso(deletedAt),
        deletedBy: { id: deletedBy, firstName, lastName },
      })),
    }
  },
})

const none = 'What cannot be undone is left to people.'

export const purge = operation({
  method: 'POST',
  path: '/v1/trash/purge',
  summary: 'Remove a deleted page for good',
  description:
    'Removes a page in the trash, and what went with it, with contents, history and comments. It cannot be undone. Files stay in the list of files. For admins; an extension of the API.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'How many were removed.' }),
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
    'Removes deleted pages for good, some thousands at a time: call it again until nothing is left. It cannot be undone. For admins; an extension of the API.',
  access: 'admin',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'How many were removed.' }),
    left: Type.Integer({ description: 'Deletions that are still in the trash.' }),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, input) => ({
    ok: true as const,
    ...(await emptyTrash(context, input.workspaceId)),
  }),
})
