import { Type } from 'typebox'
import {
  addFavourite,
  listFavourites,
  removeFavourite,
} from '../../domain/pages/favourites-and-recent.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const none = 'Favourites are for the eyes of a person.'

export const list = operation({
  method: 'POST',
  path: '/v1/favourites/list',
  summary: 'List your favourite pages',
  description: 'The pages you keep at hand, in the order you chose them. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ pages: Type.Array(Type.Object(fields.pageLine)) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, input) => ({ pages: await listFavourites(context, input.workspaceId) }),
})

export const add = operation({
  method: 'POST',
  path: '/v1/favourites/add',
  summary: 'Make a page a favourite',
  description: 'Only you see it; doing it twice is doing it once. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'BUSY', 'STORAGE_FULL'],
  example: onePage,
  tool: { none },
  run: async (context, input) => {
    await addFavourite(context, input)
    return { ok: true as const }
  },
})

export const remove = operation({
  method: 'POST',
  path: '/v1/favourites/remove',
  summary: 'Take a page from your favourites',
  description: 'The page itself stays as it is. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['BUSY', 'STORAGE_FULL'],
  example: onePage,
  tool: { none },
  run: async (context, input) => {
    await removeFavourite(context, input)
    return { ok: true as const }
  },
})
