import {
  addFavourite,
  listFavourites,
  removeFavourite,
} from '../../domain/pages/favourites-and-recent.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const none = 'Favourites belong to a person, not to an agent.'

export const list = operation({
  method: 'POST',
  path: '/v1/favourites/list',
  summary: 'List your favourite pages',
  description:
    'Returns your favourite pages in the order you added them. Only you can see this list.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ pages: Type.Array(Type.Object(fields.pageLine)) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context) => ({ pages: await listFavourites(context) }),
})

export const add = operation({
  method: 'POST',
  path: '/v1/favourites/add',
  summary: 'Add a page to your favourites',
  description: 'Only you can see your favourites. Repeating the call has no further effect.',
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
  summary: 'Remove a page from your favourites',
  description: 'The page itself does not change.',
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
