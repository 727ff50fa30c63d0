import { findHits } from '../../domain/search/find.ts'
import { isIndexing } from '../../domain/search/reindex.ts'
import { searchPages } from '../../domain/search/search.ts'
import { toIso } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
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

const time = (description: string) => Type.String({ format: 'date-time', description })

export const find = operation({
  method: 'POST',
  path: '/v1/search/find',
  summary: 'Search pages with filters, in parts',
  description:
    'As /v1/search/pages, each result with its icon, what it is, when it changed and the pages above it. Filters can be combined. To continue a list, send the same input with `nextOffset` as `offset`. An extension of the API.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId: fields.workspaceId,
    query: Type.String({ minLength: 1, maxLength: 500 }),
    k: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'How many at most.' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000,
        default: 0,
        description: 'Where to continue: `nextOffset` of the previous part.',
      }),
    ),
    ownership: Type.Optional(fields.oneOf(ownerships, 'Only pages that are this.')),
    type: Type.Optional(fields.oneOf(pageTypes, 'Only pages shown so.')),
    underPageId: Type.Optional(fields.id('Only this page and those below it.')),
    tag: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only pages with this tag.' }),
    ),
    authorId: Type.Optional(
      fields.id('Only pages that this user created or was the last to change.'),
    ),
    updatedFrom: Type.Optional(time('Only pages whose last change was at this time or later.')),
    updatedBefore: Type.Optional(time('Only pages whose last change was before this time.')),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        ...hit,
        beginning: Type.String({
          description: 'The beginning of the text if the match is in the title, otherwise empty.',
        }),
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
    nextOffset: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Where the next part begins; null at the end.',
    }),
    total: Type.Integer({ description: 'Number of pages found, or a lower bound for it.' }),
    isTotalExact: Type.Boolean({ description: 'Whether there are no more pages than `total`.' }),
    isIndexing: Type.Boolean({
      description:
        'Whether many pages of the workspace are still being indexed, so that results can be missing.',
    }),
  }),
  errors: [],
  example: { workspaceId: fields.exampleIds.workspace, query: 'review the draft', k: 5 },
  tool: { none: 'Agents learn the same from search_pages and get_page.' },
  run: async (context, { query, k = 20, offset = 0, ...input }) => {
    const { ownership, type, underPageId, authorId, tag } = input
    const filter = { ownership, type, underPageId, authorId, tag, ...timesOf(input) }
    const [part, incomplete] = await Promise.all([
      findHits(context, { query, k, offset }, filter),
      isIndexing(context.store, input.workspaceId),
    ])
    return {
      results: part.hits.map((hit) => ({ ...hit, updatedAt: toIso(hit.updatedAt) })),
      nextOffset: part.next,
      total: part.total,
      isTotalExact: part.isExact,
      isIndexing: incomplete,
    }
  },
})

type Times = { updatedFrom?: string | undefined; updatedBefore?: string | undefined }

function timesOf({ updatedFrom, updatedBefore }: Times) {
  return {
    updatedFrom: parseTime('/updatedFrom', updatedFrom),
    updatedBefore: parseTime('/updatedBefore', updatedBefore),
  }
}

function parseTime(path: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (!Number.isNaN(time)) return time
  throw invalidInput([{ path, rule: 'format', message: 'must be an ISO 8601 timestamp' }])
}
