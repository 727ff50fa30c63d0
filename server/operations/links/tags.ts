import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { cursor, limit, listedPage, nextCursor, tag, toPage } from './fields.ts'

const { exampleIds, workspaceId } = fields
const inWorkspace = { workspaceId: exampleIds.workspace }
const none = 'Another tool would cost every agent tokens.'
// The first answer of the server does without it.
const loadTags = () => import('../../domain/links/tags.ts')

export const list = operation({
  method: 'POST',
  path: '/v1/tags/list',
  summary: 'List tags',
  description:
    'Returns the tags of pages that you can read, with the number of these pages, in alphabetical order.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    prefix: Type.Optional(Type.String({ maxLength: 100, description: 'Only tags that begin so.' })),
    limit,
    cursor,
  }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As it is written, without `#`.' }),
        pages: Type.Integer({ description: 'Number of pages, at most 100.' }),
      }),
    ),
    nextCursor,
  }),
  errors: [],
  example: inWorkspace,
  tool: { none },
  run: async (context, { prefix = '', limit: maxItems = 50, cursor: after }) => {
    const { listTags } = await loadTags()
    return listTags(context, prefix, { limit: maxItems, cursor: after })
  },
})

export const pages = operation({
  method: 'POST',
  path: '/v1/tags/pages',
  summary: 'List the pages of a tag',
  description: 'Returns the pages with a tag that you can read, oldest first.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, tag, limit, cursor }),
  output: Type.Object({ items: Type.Array(listedPage), nextCursor }),
  errors: [],
  example: { ...inWorkspace, tag: 'idea' },
  tool: { none },
  run: async (context, { tag: name, limit: maxItems = 50, cursor: after }) => {
    const { pagesOfTag } = await loadTags()
    const found = await pagesOfTag(context, name, { limit: maxItems, cursor: after })
    return { ...found, items: found.items.map(toPage) }
  },
})

export const rename = operation({
  method: 'POST',
  path: '/v1/tags/rename',
  summary: 'Rename or merge a tag',
  description:
    'Renames a tag in the text and the properties of all pages that you can change, in the background. With the name of another tag, both become one.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    tag,
    newName: Type.String({ minLength: 1, maxLength: 100, description: 'The new name.' }),
  }),
  output: Type.Object({
    pages: Type.Integer({ description: 'Number of pages with the tag, at most 1,000.' }),
  }),
  errors: [],
  example: { ...inWorkspace, tag: 'idea', newName: 'ideas' },
  tool: { none },
  run: async (context, { tag: name, newName }) => {
    const { renameTag } = await loadTags()
    return renameTag(context, { name, newName })
  },
})
