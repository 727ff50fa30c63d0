import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { eventSchemas } from '../server/domain/webhooks/schemas.ts'
import { eventTypes } from '../server/lib/event-types.ts'
import { type Schema, typeOf } from './operation-types.ts'

/** The source of client/webhook-events.ts: the types of the events that webhooks receive. */
export function eventTypesSource(): string {
  const [first] = eventSchemas
  // SAFETY: the schemas of events are JSON Schemas, each with the same fields besides `type` and `data`.
  const { properties = {} } = (first?.schema ?? {}) as Schema
  const shared = Object.entries(properties).filter(([name]) => name !== 'type' && name !== 'data')
  const entries = eventSchemas.map(({ type, schema }) => {
    const data = typeOf(schema.properties['data'] ?? {}, 'Record<string, unknown>')
    return `  /** ${eventTypes[type].description} */\n  '${type}': ${data}`
  })
  const fields = shared.map(
    ([name, schema]) =>
      `  ${schema.description === undefined ? '' : `/** ${schema.description} */\n  `}${name}: ${typeOf(schema, 'object')}`,
  )
  return [
    '// Written by `npm run snap` from the schemas of events.',
    '/** The data of each type of event. */',
    `export type WebhookEventData = {\n${entries.join('\n')}\n}\n`,
    `type Shared = {\n${fields.join('\n')}\n}\n`,
    '/** An event of one type. */',
    'export type WebhookEventOf<Type extends keyof WebhookEventData> = Shared & { type: Type; data: WebhookEventData[Type] }',
    '',
    '/** The body of a request: `type` says which `data` it has. A later server may send further types. */',
    'export type WebhookEvent = { [Type in keyof WebhookEventData]: WebhookEventOf<Type> }[keyof WebhookEventData]',
    '',
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(new URL('../client/webhook-events.ts', import.meta.url), eventTypesSource())
}
