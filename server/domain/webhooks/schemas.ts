import type { TObject, TSchema } from 'typebox'
import {
  type EventDetail,
  type EventSubject,
  type EventType,
  eventTypeNames,
  eventTypeOf,
} from '../../lib/event-types.ts'
import { Type } from '../../lib/json/type.ts'
import { pageFieldNames, pageFields } from '../../lib/page-fields.ts'
import { proposalStates } from '../../lib/vocabulary.ts'

/** The JSON Schema of each event type, in the format `standard`. */

const id = Type.String({ format: 'uuid' })
const idOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'uuid' })
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const instant = Type.String({ format: 'date-time' })
const url = Type.String({ description: 'Absolute link to the app.' })

const ofPageFields = Object.fromEntries(
  pageFieldNames.map((name) => [
    name,
    pageFields[name].default === null ? textOrNull : Type.String(),
  ]),
)
const page = Type.Object({
  id,
  ...ofPageFields,
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
  description: 'Null when the page no longer exists.',
})
const comment = Type.Object({
  id,
  threadId: id,
  pageId: id,
  url,
})
const commentOrNull = Type.Unsafe<object | null>({
  anyOf: [comment, { type: 'null' }],
  description: 'Null when it is about the text of the page.',
})
const file = Type.Object({
  id,
  name: Type.String(),
  mimeType: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  url,
})
const member = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the person.' }),
  firstName: Type.String(),
  lastName: Type.String(),
  role: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: '`OWNER`, `ADMIN`, `MEMBER` or `VIEWER`; null once removed.',
  }),
})

const agent = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the agent account.' }),
  name: Type.String(),
})

const proposal = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Id of the proposal.' }),
  state: Type.Unsafe<string>({
    type: 'string',
    enum: proposalStates,
    description: 'State of the proposal after the event.',
  }),
  isAcceptedInPart: Type.Boolean({
    description: 'Whether the proposal was accepted, but not all of it.',
  }),
  changes: Type.Integer({ description: 'Number of changes that the event is about.' }),
  url: Type.String(),
})

const webhook = Type.Object({ id, name: Type.String() })

const subjects: Record<EventSubject, Record<string, TSchema>> = {
  page: { page },
  comment: { comment, page: pageOrNull },
  proposal: { proposal, page: pageOrNull },
  file: { file },
  member: { member },
  webhook: { webhook },
}

function dataOf(type: EventType): TObject {
  const { subject, details = [] } = eventTypeOf(type)
  const more = details.map((name) => [name, detailOf(name, type)] as const)
  return Type.Object({ ...subjects[subject], ...Object.fromEntries(more) })
}

function detailOf(name: EventDetail, type: EventType): TSchema {
  if (name === 'page') return pageOrNull
  if (name === 'comment') return commentOrNull
  if (name === 'agent') return agent
  if (name === 'changed') {
    return Type.Array(Type.String(), { description: 'Names of the changed fields.' })
  }
  if (name === 'previous') return previousOf(type)
  return Type.Integer({ description: 'Number of pages affected, including this one.' })
}

/** The schema of the stored value. */
function previousOf(type: EventType): TSchema {
  const { payload, optional } = eventTypeOf(type)
  const stored = payload['previous'] ?? optional?.['previous']
  return Type.Unsafe<object>({ ...stored, description: 'Previous values of some changed fields.' })
}

const actor = Type.Object(
  {
    type: Type.Unsafe<'member' | 'system'>({ type: 'string', enum: ['member', 'system'] }),
    id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Id of the person; null for the operator of the server.',
    }),
    via: Type.Unsafe<string>({
      type: 'string',
      enum: ['web', 'api', 'mcp', 'chat', 'cli', 'import'],
      description: 'Where the change came from.',
    }),
    runId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'uuid',
      description: 'Id of the run that the change belongs to; null if unknown.',
    }),
    client: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'What the program of an API key calls itself, unchecked; null otherwise.',
    }),
  },
  { description: 'Who caused the event.' },
)

export function schemaOf(type: EventType): TObject {
  return Type.Object({
    id: Type.String({
      format: 'uuid',
      description: 'Equals the `webhook-id` header, in every attempt and for every endpoint.',
    }),
    type: Type.Literal(type),
    timestamp: Type.String({ format: 'date-time', description: 'Time of the event.' }),
    workspaceId: id,
    sequence: Type.Integer({
      description:
        'Number of the event, without gaps: in the workspace or, once it has sections, among those sent to the webhook; 0 in a test.',
    }),
    actor,
    data: dataOf(type),
  })
}

export const eventSchemas = eventTypeNames.map((type) => ({ type, schema: schemaOf(type) }))
