import type { TOptional, TString, TUnsafe } from 'typebox'
import { Type } from '../../lib/json/type.ts'
import {
  type PageField,
  type PageFieldName,
  pageFieldNames,
  pageFields,
  type PageFields,
} from '../../lib/page-fields.ts'
import {
  maxKeyLength,
  optionColors,
  type PropertyInput,
  propertyTypes,
} from '../../lib/property-types.ts'
import * as fields from '../fields.ts'

/** The schemas of the fields of a page. */

type Answered = { [Name in PageFieldName]: TUnsafe<PageFields[Name]> }
type Changed = { [Name in PageFieldName]: TOptional<TUnsafe<PageFields[Name]>> }

/** In answers. */
// SAFETY: each is the schema of the field of its name.
export const answeredFields = eachField(({ description, ...field }) =>
  Type.Unsafe({ type: typeOf(field), ...describe(description, '.') }),
) as Answered

// SAFETY: as above.
const changed = eachField(({ description, maxLength, ...field }) => {
  const ending = field.default === null ? '; null removes it.' : '.'
  const limits = { maxLength: maxLength, ...describe(description, ending) }
  return Type.Optional(Type.Unsafe({ type: typeOf(field), ...limits }))
}) as Changed

/** The optional fields of a change. */
export const pageChange = { ...changed, content: Type.Optional(fields.tiptap) }

/** The fields of a change by an agent, which lists the ones to clear. */
export const agentPageChange: Record<PageFieldName, TOptional<TString>> = eachField(
  ({ maxLength }) => Type.Optional(Type.String({ maxLength: maxLength })),
)

/** Descriptions for agents. */
export const fieldNotes: Record<string, string> = Object.fromEntries(
  Object.entries<PageField>(pageFields).flatMap(([name, { forAgents }]) =>
    forAgents === undefined ? [] : [[name, forAgents]],
  ),
)

/** What a schema says of a property. */
export const propertyDefinition = Type.Object({
  key: Type.String({ minLength: 1, maxLength: maxKeyLength }),
  type: fields.oneOf(propertyTypes, 'Type of the values.'),
  options: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 200 }),
        color: Type.Optional(fields.oneOf(optionColors, 'Color in the app.')),
      }),
      { maxItems: 100, description: 'Options of a `select` or `multi-select`.' },
    ),
  ),
  default: Type.Optional(
    Type.Unsafe<PropertyInput>({
      anyOf: [
        { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 200 } },
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'null' },
      ],
      description: 'Value that the app fills in when the property is added.',
    }),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'Pages without a value have an entry in `errors`.' }),
  ),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
})

function eachField<Schema>(make: (field: PageField) => Schema): Record<PageFieldName, Schema> {
  const schemas = pageFieldNames.map((name) => [name, make(pageFields[name])])
  // SAFETY: these are the names of all fields.
  return Object.fromEntries(schemas) as Record<PageFieldName, Schema>
}

function typeOf(field: Pick<PageField, 'default'>): string | string[] {
  return field.default === null ? ['string', 'null'] : 'string'
}

function describe(description: string | undefined, ending: string): { description?: string } {
  return description === undefined ? {} : { description: `${description}${ending}` }
}

export const mergedNear = Type.Optional(
  Type.Array(
    Type.Object({
      block: Type.Integer({ description: 'Number of the block on the page, from 1.' }),
      headings: Type.Array(Type.String(), { description: 'Headings above the block.' }),
      text: Type.String({ description: 'Text of the block after the merge.' }),
    }),
    {
      description:
        'Places where others changed other words of the same sentence, cell or list item. Read them again.',
    },
  ),
)
