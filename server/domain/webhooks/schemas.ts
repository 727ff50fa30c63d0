import { type TObject, type TSchema, Type } from 'typebox'
import { type EventType, eventTypeNames } from './event-types.ts'

/** The JSON Schema of what is sent for each type of event, in the format `standard`. */

const id = Type.String({ format: 'uuid' })
const idOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const instant = Type.String({ format: 'date-time' })
const url = Type.String({ description: 'Absolute; where people open it.' })

const page = Type.Object({
  id,
  title: Type.String(),
  icon: textOrNull,
  url,
  parentId: idOrNull,
  ownership: Type.String({ description: '`TEXT`, `SKILL` or `AGENT`.' }),
  type: Type.String({ description: '`TEXT` or `KANBAN`.' }),
  version: Type.Integer(),
  createdAt: instant,
  updatedAt: instant,
})
const pageOrNull = Type.Unsafe<object | null>({
  anyOf: [page, { type: 'null' }],
  description: 'Null when it is gone for good by now.',
})
const comment = Type.Object({
  id,
  threadId: id,
  pageId: id,
  url,
})
const file = Type.Object({
  id,
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  url,
})
const member = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of the person.' }),
  firstName: Type.String(),
  lastName: Type.String(),
  role: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: '`OWNER`, `ADMIN`, `MEMBER` or `VIEWER`; null once removed.',
  }),
})

const changed = Type.Array(Type.String(), { description: 'Names of the fields that have changed.' })
const previous = (properties: Record<string, TSchema>) =>
  Type.Object(properties, { description: 'What some of them were before.' })
const pages = Type.Integer({ description: 'How many pages went along, itself among them.' })

const ofComment = { comment, page: pageOrNull }
const data: Record<EventType, TObject> = {
  'page.created': Type.Object({ page }),
  'page.updated': Type.Object({
    page,
    changed,
    previous: previous({ title: Type.Optional(Type.String()), icon: Type.Optional(textOrNull) }),
  }),
  'page.moved': Type.Object({ page, changed, previous: previous({ parentId: idOrNull }) }),
  'page.deleted': Type.Object({ page, pages }),
  'page.restored': Type.Object({ page, pages }),
  'comment.created': Type.Object(ofComment),
  'comment.updated': Type.Object({ ...ofComment, changed }),
  'comment.resolved': Type.Object(ofComment),
  'comment.reopened': Type.Object(ofComment),
  'comment.deleted': Type.Object(ofComment),
  'file.uploaded': Type.Object({ file }),
  'file.attached': Type.Object({ file, page: pageOrNull }),
  'file.renamed': Type.Object({ file, previous: previous({ name: Type.String() }) }),
  'file.deleted': Type.Object({ file }),
  'member.joined': Type.Object({ member }),
  'member.updated': Type.Object({
    member,
    changed,
    previous: previous({ role: Type.Optional(Type.String()) }),
  }),
  'member.removed': Type.Object({ member }),
  'webhook.test': Type.Object({ webhook: Type.Object({ id, name: Type.String() }) }),
}

const actor = Type.Object(
  {
    type: Type.Unsafe<'member' | 'system'>({ type: 'string', enum: ['member', 'system'] }),
    id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Of the person; null for the operator of the server.',
    }),
    via: Type.Unsafe<string>({
      type: 'string',
      enum: ['web', 'api', 'mcp', 'chat', 'cli', 'import'],
      description: 'Through which door.',
    }),
  },
  { description: 'Who did it.' },
)

export function schemaOf(type: EventType): TObject {
  return Type.Object({
    id: Type.String({
      format: 'uuid',
      description: 'The same as the header `webhook-id`, at every attempt and every endpoint.',
    }),
    type: Type.Literal(type),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    workspaceId: id,
    sequence: Type.Integer({
      description: 'Counts the events of the workspace without a gap; 0 in a test.',
    }),
    actor,
    data: data[type],
  })
}

export const eventSchemas = eventTypeNames.map((type) => ({ type, schema: schemaOf(type) }))
