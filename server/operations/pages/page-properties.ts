import { changeProperties, type GivenValue } from '../../domain/pages/properties/change.ts'
import { readPageProperties } from '../../domain/pages/properties/read.ts'
import type { TypedProperty } from '../../domain/pages/properties/typed.ts'
import { Type } from '../../lib/json/type.ts'
import { maxPropertiesLength } from '../../lib/page-fields.ts'
import { maxKeyLength, propertyTypes } from '../../lib/property-types.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { propertyDefinition } from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const none = 'Agents use get_properties and set_properties, in the group of tools knowledge.'

const key = { type: 'string', minLength: 1, maxLength: maxKeyLength } as const
const scalar = { type: ['string', 'number', 'boolean', 'null'], maxLength: maxPropertiesLength }
const list = {
  type: 'array',
  maxItems: 1000,
  items: { type: ['string', 'number', 'boolean'], maxLength: maxPropertiesLength },
}
const typedValue = {
  type: 'object',
  required: ['type', 'value'],
  properties: { type: { enum: propertyTypes }, value: { anyOf: [scalar, list] } },
}

export const properties = operation({
  method: 'POST',
  path: '/v1/pages/properties',
  summary: 'Get the properties of a page',
  description:
    'Returns the properties with their types, the YAML that contains them, and the schema of the section and tags of the page. Dates are ISO texts; people and pages are IDs, named in `people` and `pages`. `errors` lists values that do not fit the schema.',
  access: 'read',
  audience: 'people and keys',
  visitors: 'read',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    version: Type.Integer({ description: 'Version of the page, for `expectedVersion`.' }),
    source: fields.textOrNull('YAML of the properties. Null without properties.'),
    properties: Type.Array(
      Type.Object({
        key: Type.String(),
        type: fields.oneOf(propertyTypes, 'From the schema, otherwise from the value.'),
        value: Type.Unsafe<TypedProperty['value']>({
          anyOf: [
            { type: 'array', items: { type: ['string', 'number', 'boolean'] } },
            { type: 'string' },
            { type: 'number' },
            { type: 'boolean' },
            { type: 'null' },
          ],
          description: 'Null without a value, and for a nested value.',
        }),
        yaml: fields.textOrNull('A nested value, as YAML. Null for other values.'),
      }),
    ),
    schema: Type.Array(propertyDefinition),
    sectionId: fields.idOrNull('ID of the page whose schema applies. Null outside of sections.'),
    errors: Type.Array(
      Type.Object({
        key: Type.String(),
        problem: fields.oneOf(
          ['type', 'option', 'required'],
          '`type`: the value has another type. `option`: it is no option. `required`: there is none.',
        ),
        message: Type.String(),
      }),
    ),
    people: Type.Array(Type.Object({ id: fields.userId, name: Type.String() })),
    pages: Type.Array(
      Type.Object({ id: pageId, title: Type.String(), icon: fields.textOrNull('An emoji.') }),
      {
        description: 'Pages among the values that you can read.',
      },
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, input) => readPageProperties(context, input),
})

export const setProperties = operation({
  method: 'POST',
  path: '/v1/pages/set-properties',
  summary: 'Change the properties of a page',
  description:
    'Changes properties by key: other lines of the YAML, comments and the order stay. Changes of different keys at the same time all apply. `source` replaces the YAML instead. With `expectedVersion`, other keys that others changed since stay, lists are merged by item, and a key that both changed in two ways is `VERSION_CONFLICT`.',
  access: 'write',
  audience: 'people and keys',
  visitors: 'write',
  writes: true,
  proposes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    set: Type.Optional(
      Type.Unsafe<Record<string, GivenValue>>({
        type: 'object',
        maxProperties: 100,
        propertyNames: key,
        additionalProperties: { anyOf: [scalar, list, typedValue] },
        description:
          'Values by key: text, number, true or false, a list, or null for no value. `{"type": "person", "value": "ID"}` requires a type; otherwise the schema or the value decides. People and pages are IDs.',
      }),
    ),
    remove: Type.Optional(
      Type.Array(Type.String({ maxLength: maxKeyLength }), {
        maxItems: 100,
        description: 'Keys to remove.',
      }),
    ),
    rename: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        maxProperties: 10,
        propertyNames: key,
        additionalProperties: key,
        description: 'New keys by old keys.',
      }),
    ),
    move: Type.Optional(
      Type.Object(
        {
          key: Type.String({ maxLength: maxKeyLength }),
          after: fields.textOrNull('Key to move it after. Null means the first position.', {
            maxLength: maxKeyLength,
          }),
        },
        { description: 'Moves a property to another position.' },
      ),
    ),
    source: Type.Optional(
      fields.textOrNull(
        'YAML 1.2 that replaces all properties, up to 64 KB, without aliases. Null removes them.',
        { maxLength: maxPropertiesLength },
      ),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Version that the change is based on.' }),
    ),
  }),
  output: Type.Object({ version: Type.Integer({ description: 'Version of the page.' }) }),
  errors: ['PAGE_NOT_FOUND', 'VERSION_CONFLICT'],
  example: { ...onePage, set: { status: 'Draft', due: '2026-12-01', tags: ['plan'] } },
  tool: { none },
  run: async (context, input) => changeProperties(context, input),
})
