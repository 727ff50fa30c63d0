import { addWatch, listWatches, removeWatch } from '../../domain/watches/watches.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }

export const list = operation({
  method: 'POST',
  path: '/v1/watches/list',
  summary: 'List the pages that you watch',
  description:
    'Returns the pages that you watch, in the order in which you began. When someone else changes one, an entry of kind `change` appears in your inbox.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    pages: Type.Array(Type.Object({ ...fields.pageLine, includesSubpages: Type.Boolean() })),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: {
    name: 'list_watches',
    description: 'The pages that you watch.',
    effect: 'reads',
    listsPages: true,
    group: 'inbox',
  },
  run: async (context) => ({
    pages: (await listWatches(context)).map(({ includesSubpages, ...page }) => ({
      ...page,
      includesSubpages: includesSubpages === 1,
    })),
  }),
})

export const add = operation({
  method: 'POST',
  path: '/v1/watches/add',
  summary: 'Watch a page',
  description:
    'Changes to the page by others appear in your inbox. With `includeSubpages`, so do changes to the pages below it, and new ones. Repeating the call replaces this choice.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    includeSubpages: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to watch everything below the page too.',
      }),
    ),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'BUSY', 'STORAGE_FULL'],
  example: { ...onePage, includeSubpages: true },
  tool: {
    name: 'watch_page',
    description: 'Get changes to a page, or to everything below it, in your inbox.',
    effect: 'sets',
    group: 'inbox',
  },
  run: async (context, { includeSubpages = false, ...page }) => {
    await addWatch(context, { ...page, includesSubpages: includeSubpages })
    return { ok: true as const }
  },
})

export const remove = operation({
  method: 'POST',
  path: '/v1/watches/remove',
  summary: 'Stop watching a page',
  description: 'Entries that are in your inbox stay there.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['BUSY', 'STORAGE_FULL'],
  example: onePage,
  tool: {
    name: 'unwatch_page',
    description: 'Stop watching a page.',
    effect: 'sets',
    group: 'inbox',
  },
  run: async (context, page) => {
    await removeWatch(context, page)
    return { ok: true as const }
  },
})
