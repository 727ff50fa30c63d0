import { listRecent, recordVisit } from '../../domain/pages/favourites-and-recent.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const none = 'Recent pages belong to a person, not to an agent.'

export const list = operation({
  method: 'POST',
  path: '/v1/recent/list',
  summary: 'List your recent pages',
  description: 'Returns the last 20 pages you opened, newest first. Only you can see this list.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    pages: Type.Array(Type.Object({ ...fields.pageLine, visitedAt: fields.instant })),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context) => {
    const pages = await listRecent(context)
    return { pages: pages.map((page) => ({ ...page, visitedAt: toIso(page.visitedAt) })) }
  },
})

export const visit = operation({
  method: 'POST',
  path: '/v1/recent/visit',
  summary: 'Record that you opened a page',
  description: 'Moves the page to the top of your recent pages.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'BUSY', 'STORAGE_FULL'],
  example: { workspaceId: exampleIds.workspace, pageId: exampleIds.page },
  tool: { none },
  run: async (context, input) => {
    await recordVisit(context, input)
    return { ok: true as const }
  },
})
