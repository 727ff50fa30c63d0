import { Type } from 'typebox'
import { searchPages } from '../domain/search.ts'
import * as fields from './fields.ts'
import { operation } from './operation.ts'

export const pages = operation({
  method: 'POST',
  path: '/v1/search/pages',
  summary: 'Search pages',
  description:
    'Full-text search over titles and bodies, one result per page. Put an exact phrase in double quotes.',
  access: 'read',
  input: Type.Object({
    workspaceId: fields.workspaceId,
    query: Type.String({ minLength: 1, maxLength: 500 }),
    k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, default: 10, description: 'How many at most.' }),
    ),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        pageId: fields.pageId,
        workspaceId: fields.workspaceId,
        blockNumber: Type.Integer({ description: '0 is the title, n the n-th top-level block.' }),
        title: Type.String(),
        content: Type.String({ description: 'Plain text around the match.' }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: fields.exampleIds.workspace, query: 'review the draft', k: 5 },
  tool: {
    name: 'search_pages',
    description:
      'Find pages by words of title and text. One hit per page, best first, with its best passage.',
    effect: 'reads',
    fields: { query: 'Words; "exact phrase" in quotes', k: 'At most, default 10' },
  },
  run: async (context, { k = 10, ...input }) => ({
    results: await searchPages(context, { ...input, k }),
  }),
})
