import type { CellValue } from '../../domain/views/columns.ts'
import type { ViewTotals } from '../../domain/views/totals.ts'
import { Type } from '../../lib/json/type.ts'
import { optionColors, propertyTypes } from '../../lib/property-types.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const none = 'Agents use query_view, in the group of tools knowledge.'

const value = {
  anyOf: [
    { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'null' },
  ],
}
const options = Type.Array(
  Type.Object({
    name: Type.String(),
    color: Type.Optional(fields.oneOf(optionColors, 'Color in the app.')),
  }),
  { description: 'Of the schema, in its order.' },
)
const totals = Type.Unsafe<ViewTotals>({
  type: 'object',
  description: 'By the name of the column, then by kind: `{"budget": {"sum": 12}}`.',
  additionalProperties: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'null'] },
  },
})

const group = Type.Object({
  id: fields.textOrNull('For `group`. Null for pages without a value.'),
  value: Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    description: 'What its pages have as their value.',
  }),
  label: Type.String({
    description:
      'The value, or the name of a person or page. Empty for a person without a name here.',
  }),
  pages: Type.Integer({ description: 'Number of pages.' }),
  totals,
})
const summary = Type.Object({
  pages: Type.Integer({ description: 'Number of pages, without the `limit`.' }),
  totals,
  groups: Type.Union([Type.Array(group), Type.Null()], {
    description: 'Each value of a page once; at most the 100 largest. Null without grouping.',
  }),
  hasMoreGroups: Type.Boolean({ description: 'Whether there are more groups.' }),
})

export const query = operation({
  method: 'POST',
  path: '/v1/views/query',
  summary: 'Run a view',
  description:
    'Returns the pages of a view that you can read, in parts, with the values of its columns. The first part has the number of pages, the totals and the groups.',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read',
  input: Type.Object({
    workspaceId,
    query: Type.Unsafe<string | object>({
      anyOf: [{ type: 'string', maxLength: 8000 }, { type: 'object' }],
      description: 'The YAML of a block `quire-view`, or an object with the same keys.',
    }),
    pageId: Type.Optional(fields.id('ID of the page with the view, for `under: this`.')),
    timeZone: Type.Optional(
      Type.String({
        maxLength: 100,
        default: 'UTC',
        description: 'Decides which day is `today`, such as Europe/Vienna.',
      }),
    ),
    group: Type.Optional(fields.textOrNull('`id` of a group: only its pages.', { maxLength: 200 })),
    only: Type.Optional(fields.oneOf(['rows', 'summary'], 'Without it, the first part has both.')),
    cursor: Type.Optional(
      Type.String({ maxLength: 8000, description: '`nextCursor` of the previous response.' }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'How many at most.' }),
    ),
  }),
  output: Type.Object({
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As it is written in the view.' }),
        key: fields.textOrNull('Key of the property. Null for a field of pages.'),
        type: fields.oneOf(propertyTypes, 'From the schema, otherwise from the values.'),
        options,
      }),
    ),
    rows: Type.Array(
      Type.Object({
        ...fields.pageLine,
        url: Type.String({ description: 'Path of the page on this server.' }),
        version: Type.Integer(),
        ancestors: Type.Array(Type.Object(fields.pageLine), {
          description: 'The pages above it, from the top down.',
        }),
        isWritable: Type.Boolean({ description: 'Whether you can change its properties.' }),
        values: Type.Unsafe<Record<string, CellValue>>({
          type: 'object',
          additionalProperties: value,
          description:
            'By the names of the columns. Dates are ISO texts; people and pages are IDs, named in `people` and `pages`.',
        }),
      }),
    ),
    nextCursor: fields.textOrNull('Cursor of the next part. Null at the end.'),
    summary: Type.Union([summary, Type.Null()], {
      description: 'Of the first part of a view. Null for others, and for a group.',
    }),
    people: Type.Array(Type.Object({ id: fields.userId, name: Type.String() })),
    pages: Type.Array(Type.Object(fields.pageLine), {
      description: 'Pages among the values that you can read.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    query: 'tag: project\nwhere:\n  status: Doing\nsort: due\n',
  },
  tool: { none },
  run: async (context, { limit = 50, ...input }) => {
    // Its files are loaded with the first view.
    const { runView } = await import('../../domain/views/run-view.ts')
    const part = await runView(context, { ...input, limit })
    return { ...part, rows: part.rows.map((row) => ({ ...row, url: `/pages/${row.id}` })) }
  },
})
