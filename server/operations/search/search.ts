import { findHits } from '../../domain/search/find.ts'
import { searchPages } from '../../domain/search/search.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { ownerships, pageTypes } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const hit = {
  pageId: fields.pageId,
  workspaceId: fields.workspaceId,
  blockNumber: Type.Integer({ description: '0 is the title, n the n-th top-level block.' }),
  title: Type.String(),
  content: Type.String({ description: 'Plain text around the match.' }),
}

export const pages = operation({
  method: 'POST',
  path: '/v1/search/pages',
  summary: 'Search pages',
  description:
    'Full-text search over titles and bodies, one result per page. Put an exact phrase in double quotes.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId: fields.workspaceId,
    query: Type.String({ minLength: 1, maxLength: 500 }),
    k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 20, default: 10, description: 'How many at most.' }),
    ),
  }),
  output: Type.Object({
    results: Type.Array(Type.Object(hit)),
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

export const find = operation({
  method: 'POST',
  path: '/v1/search/find',
  summary: 'Search pages of one kind or below one page',
  description:
    'As /v1/search/pages, each result with its icon, what it is, when it changed and the pages above it. A filter looks through the 100 best results. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId: fields.workspaceId,
    query: Type.String({ minLength: 1, maxLength: 500 }),
    k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'How many at most.' }),
    ),
    ownership: Type.Optional(fields.oneOf(ownerships, 'Only pages that are this.')),
    type: Type.Optional(fields.oneOf(pageTypes, 'Only pages shown so.')),
    underPageId: Type.Optional(fields.id('Only this page and those below it.')),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        ...hit,
        icon: fields.textOrNull('An emoji.'),
        ownership: fields.oneOf(ownerships, 'What the page is.'),
        type: fields.oneOf(pageTypes, 'How the page is shown.'),
        updatedAt: fields.instant,
        above: Type.Array(
          Type.Object({
            id: fields.id('A page above.'),
            title: Type.String(),
            icon: fields.textOrNull('An emoji.'),
          }),
          { description: 'The pages above it, from the top down.' },
        ),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: fields.exampleIds.workspace, query: 'review the draft', k: 5 },
  tool: { none: 'Agents learn the same from search_pages and get_page.' },
  run: async (context, { query, k = 20, ownership, type, underPageId }) => {
    const hits = await findHits(context, { query, k }, { ownership, type, underPageId })
    return { results: hits.map((hit) => ({ ...hit, updatedAt: toIso(hit.updatedAt) })) }
  },
})
