import { listKeys, listValues } from '../../domain/pages/properties/read.ts'
import { getSchema, setSchema as replaceSchema } from '../../domain/pages/properties/schemas.ts'
import { Type } from '../../lib/json/type.ts'
import { maxKeyLength, propertyTypes } from '../../lib/property-types.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { propertyDefinition as definition } from './fields.ts'

const { exampleIds, workspaceId } = fields
const none = 'The list of tools is full; agents call the REST operation.'

const subject = {
  pageId: Type.Optional(
    fields.idOrNull(
      'ID of a page with permissions of its own. Null or omitted, without `tag`, means the pages outside of such sections.',
    ),
  ),
  tag: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'A tag, instead of `pageId`.' }),
  ),
}

export const schema = operation({
  method: 'POST',
  path: '/v1/properties/schema',
  summary: 'Get the schema of a section or tag',
  description:
    'Returns the properties that the pages of a section, or with a tag, have. `/v1/pages/properties` returns the schema of one page.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, ...subject }),
  output: Type.Object({ definitions: Type.Array(definition) }),
  errors: ['PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, pageId: exampleIds.page },
  tool: { none },
  run: async (context, input) => ({ definitions: await getSchema(context, input) }),
})

export const setSchema = operation({
  method: 'POST',
  path: '/v1/properties/set-schema',
  summary: 'Change the schema of a section or tag',
  description:
    'Replaces the schema. You need the level manage on the page, or the role OWNER or ADMIN for tags and for pages outside of sections. Values that do not fit stay, and are listed in the `errors` of their page.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    ...subject,
    definitions: Type.Array(definition, {
      maxItems: 100,
      description: 'The complete schema. An empty list removes it.',
    }),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND'],
  example: {
    workspaceId: exampleIds.workspace,
    pageId: exampleIds.page,
    definitions: [
      {
        key: 'status',
        type: 'select',
        options: [
          { name: 'Draft', color: 'gray' },
          { name: 'Done', color: 'green' },
        ],
        required: true,
      },
    ],
  },
  tool: { none },
  run: async (context, { definitions, ...input }) => {
    await replaceSchema(context, input, definitions)
    return fields.done
  },
})

const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 500,
    default: 100,
    description: 'Maximum number to return.',
  }),
)

export const keys = operation({
  method: 'POST',
  path: '/v1/properties/keys',
  summary: 'List the keys in use',
  description:
    'Returns the keys of properties on pages that you can read, most used first, with the types of their values.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit }),
  output: Type.Object({
    keys: Type.Array(
      Type.Object({
        key: Type.String(),
        types: Type.Array(fields.oneOf(propertyTypes, 'Type of the values.'), {
          description: 'Most used first.',
        }),
        pages: Type.Integer({ description: 'Number of pages with the key.' }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none },
  run: async (context, { limit: maxListed = 100 }) => ({
    keys: await listKeys(context, maxListed),
  }),
})

export const values = operation({
  method: 'POST',
  path: '/v1/properties/values',
  summary: 'List the values of a key',
  description:
    'Returns the values of a key on pages that you can read, most used first, for suggestions.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    key: Type.String({ minLength: 1, maxLength: maxKeyLength }),
    query: Type.Optional(
      Type.String({ maxLength: 200, description: 'Start of the values, in any case.' }),
    ),
    limit,
  }),
  output: Type.Object({
    values: Type.Array(
      Type.Object({
        type: fields.oneOf(propertyTypes, 'Type of the value.'),
        value: Type.String({ description: 'As text; the ID of a person or page.' }),
        pages: Type.Integer({ description: 'Number of pages with the value.' }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace, key: 'status' },
  tool: { none },
  run: async (context, { key, query = '', limit: maxListed = 100 }) => ({
    values: await listValues(context, { key, query, limit: maxListed }),
  }),
})
