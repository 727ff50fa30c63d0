import { Type } from 'typebox'
import { listRecent, visitPage } from '../../domain/pages/favourites-and-recent.ts'
import { toIso } from '../../lib/clock.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const none = 'Which pages a person opened last is nothing for agents.'

export const list = operation({
  method: 'POST',
  path: '/v1/recent/list',
  summary: 'List the pages you opened last',
  description: 'The last twenty, the newest first; only you see them. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    pages: Type.Array(Type.Object({ ...fields.pageLine, visitedAt: fields.instant })),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, input) => {
    const pages = await listRecent(context, input.workspaceId)
    return { pages: pages.map((page) => ({ ...page, visitedAt: toIso(page.visitedAt) })) }
  },
})

export const visit = operation({
  method: 'POST',
  path: '/v1/recent/visit',
  summary: 'Note that you opened a page',
  description: 'Puts the page first in your list of recent pages. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'BUSY', 'STORAGE_FULL'],
  example: { workspaceId: exampleIds.workspace, pageId: exampleIds.page },
  tool: { none },
  run: async (context, input) => {
    await visitPage(context, input)
    return { ok: true as const }
  },
})
