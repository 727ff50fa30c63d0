import type { Static, TSchema } from 'typebox'
import {
  type EventType,
  eventTypeNames,
  eventTypeOf,
  type eventTypes,
} from '../../lib/event-types.ts'
import { fits } from '../../lib/json/fits.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import type { events } from '../../store/index.ts'

type Schemas = Readonly<Record<string, TSchema>>
type Fields<Of extends Schemas> = { [Name in keyof Of]: Static<Of[Name]> }
type Optional<Entry> = Entry extends { optional: infer Of extends Schemas }
  ? Partial<Fields<Of>>
  : object
type Internal<Entry> = Entry extends { internal: infer Of extends Schemas }
  ? Partial<Fields<Of>>
  : object

/** Stored types; webhook tests are not stored. */
export type StoredType = Exclude<EventType, 'webhook.test'>
export type EventData = {
  [Type in StoredType]: Fields<(typeof eventTypes)[Type]['payload']> &
    Optional<(typeof eventTypes)[Type]> &
    Internal<(typeof eventTypes)[Type]>
}

/** The columns of an event except its type and data. */
export type EventColumns = Omit<events.EventRow, 'type' | 'data'>

type Known = {
  [Type in StoredType]: { isKnown: true; type: Type; data: EventData[Type] }
}[StoredType]
/** An event of a later release, or a damaged one, with its stored data: a string if it is not JSON. */
type Unknown = { isKnown: false; type: string; data: unknown }

export type ParsedEvent = Known | Unknown
export type KnownEvent = EventColumns & Known
export type UnknownEvent = EventColumns & Unknown
export type StoredEvent = KnownEvent | UnknownEvent

const validators = new Map<string, (value: unknown) => boolean>(
  eventTypeNames
    .filter((type) => type !== 'webhook.test')
    .map((type) => {
      const { payload, optional, internal } = eventTypeOf(type)
      const properties = { ...payload, ...optional, ...internal }
      return [type, fits({ type: 'object', required: Object.keys(payload), properties })]
    }),
)

/** Parts of the server that read events. */
export type EventReader = 'changes' | 'search' | 'webhooks'

const unknownEvents = new Map<EventReader, number>()

/** Number of unknown events per reader in this process, for `/metrics`. */
export function unknownEventCounts(): ReadonlyMap<EventReader, number> {
  return unknownEvents
}

/** Validates stored data, because events are kept forever and restored from old backups. */
export function parseEvent(
  { type, data }: Pick<events.EventRow, 'type' | 'data'>,
  reader: EventReader,
): ParsedEvent {
  return checkEvent(type, parseJson(data), reader)
}

export function checkEvent(type: string, data: unknown, reader: EventReader): ParsedEvent {
  // SAFETY: the validator of this type has checked the data.
  if (validators.get(type)?.(data) === true) return { isKnown: true, type, data } as Known
  unknownEvents.set(reader, (unknownEvents.get(reader) ?? 0) + 1)
  return { isKnown: false, type, data }
}

export function readEvent(row: events.EventRow, reader: EventReader): StoredEvent {
  return { ...row, ...parseEvent(row, reader) }
}

/** The data of an event as readers receive it. */
export function deliveredData({ type, data }: KnownEvent): Readonly<Record<string, unknown>> {
  const { internal } = eventTypeOf(type)
  if (internal === undefined) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(internal, name)))
}

/** What the program that caused an event calls itself; null for browsers and chats, and when unknown. */
export function clientOf({ client }: Pick<EventColumns, 'client'>): string | null {
  return client === '' ? null : client
}
