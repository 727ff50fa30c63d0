import { eventSchemas } from '../../domain/webhooks/schemas.ts'
import * as fields from '../../operations/fields.ts'
import { type NamedOperation, operations } from '../../operations/index.ts'

const { comments, files, history, pages, search, trash, webhooks, webhookDeliveries, workspaces } =
  operations

/** What a generated client wants a type of, by the name it has there. */
const nouns: Record<string, object> = {
  Ok: fields.ok,
  TiptapDocument: fields.tiptap,
  Person: fields.person,
  File: fields.file,
  FoundFile: files.list.output.properties.files.items,
  Page: pages.get.output,
  PageDocument: pages.document.output,
  PageStats: pages.stats.output,
  PageListItem: pages.list.output.properties.pages.items,
  PageVersion: history.get.output,
  PageVersionListItem: history.list.output.properties.versions.items,
  ComparedBlock: history.compare.output.properties.lines.items,
  TrashedPage: trash.list.output.properties.pages.items,
  CommentThread: comments.list.output.properties.threads.items,
  SearchResult: search.pages.output.properties.results.items,
  FindResult: search.find.output.properties.results.items,
  Workspace: workspaces.list.output.properties.workspaces.items,
  WorkspaceMember: workspaces.stats.output.properties.members.items,
  Webhook: webhooks.create.output.properties.webhook,
  WebhookDelivery: webhookDeliveries.get.output.properties.delivery,
  WebhookDeliveryListItem: webhookDeliveries.list.output.properties.deliveries.items,
}

type Reference = { $ref: string }

export type NamedSchemas = {
  components: Record<string, unknown>
  request: (operation: NamedOperation) => Reference
  response: (operation: NamedOperation) => Reference
  event: (type: string) => Reference
}

/** Gives every body, every answer and every event a name, and what several of them hold one name of its own. */
export function nameSchemas(list: readonly NamedOperation[]): NamedSchemas {
  const nounOf = new Map(Object.entries(nouns).map(([name, noun]) => [JSON.stringify(noun), name]))
  const refer = (value: unknown): unknown => {
    const name = isObject(value) ? nounOf.get(JSON.stringify(value)) : undefined
    return name === undefined ? within(value, refer) : referenceTo(name)
  }
  const named: [name: string, schema: object][] = [
    ...Object.entries(nouns),
    ...list.flatMap(({ id, method, input, output, changesAccess }): [string, object][] => [
      ...(method === 'POST'
        ? [[`${pascal(id)}Request`, bodyOf(input, changesAccess)] satisfies [string, object]]
        : []),
      ...(nounOf.has(JSON.stringify(output))
        ? []
        : [[`${pascal(id)}Response`, output] satisfies [string, object]]),
    ]),
    ...eventSchemas.map(({ type, schema }): [string, object] => [eventName(type), schema]),
  ]
  return {
    components: Object.fromEntries(named.map(([name, schema]) => [name, within(schema, refer)])),
    request: ({ id }) => referenceTo(`${pascal(id)}Request`),
    response: ({ id, output }) =>
      referenceTo(nounOf.get(JSON.stringify(output)) ?? `${pascal(id)}Response`),
    event: (type) => referenceTo(eventName(type)),
  }
}

function bodyOf(input: object, changesAccess: true | undefined): object {
  return changesAccess === true ? { ...input, additionalProperties: false } : input
}

function referenceTo(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` }
}

function eventName(type: string): string {
  return `${pascal(type)}Event`
}

function within(value: unknown, refer: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(refer)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, refer(part)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `pages.get` as `PagesGet`. */
function pascal(id: string): string {
  return id.replaceAll(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}
