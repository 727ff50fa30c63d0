import { eventSchemas } from '../../domain/webhooks/schemas.ts'
import { eventTypes } from '../../lib/event-types.ts'
import { version } from '../../lib/version.ts'
import { listOperations, type NamedOperation } from '../../operations/index.ts'
import { isForPeople } from '../../operations/operation.ts'
import { proposedAnswer } from '../../operations/proposed.ts'
import { codesOf } from './error-answers.ts'
import { otherPaths, refusals } from './routes.ts'
import { nameSchemas, type NamedSchemas } from './schemas.ts'
import { tagOf, tags } from './tags.ts'

const introduction = `The Quire API. Send \`POST\` requests with a JSON body; three operations use \`GET\`.

To try the API here, create an API key in the web app under Settings, API keys, then select **Authorize** and paste
it. The examples below then use IDs from your own workspace. Quire ignores unknown fields and lists them in the
\`Quire-Ignored-Fields\` header; requests that change access with unknown fields are rejected. Every write accepts an \`Idempotency-Key\`. Every response has an
\`X-Request-Id\`. Errors have the form \`{code, message}\`; a 400 also lists every violation in \`errors\`.`

/** The OpenAPI 3.1 description of the table of operations. */
export function createDocument(): object {
  const operations = listOperations().filter((operation) => !isForPeople(operation))
  const paths = Map.groupBy(operations, ({ path }) => path)
  const named = nameSchemas(operations)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quire API',
      version,
      description: introduction,
      contact: { name: 'The administrator of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.values(tags),
    security: [{ key: [] }],
    paths: {
      ...Object.fromEntries(
        [...paths].map(([path, list]) => [
          path,
          Object.fromEntries(
            list.map((operation) => [operation.method.toLowerCase(), describe(operation, named)]),
          ),
        ]),
      ),
      ...otherPaths,
    },
    webhooks: describeWebhooks(named),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `svc_` followed by 24 letters and digits.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: { IgnoredFields: ignoredFields, IdempotencyReplayed: idempotencyReplayed },
      schemas: {
        Error: errorSchema,
        ValidationError: validationErrorSchema,
        ...named.components,
      },
    },
  }
}

/** What is sent to others, in the format `standard`. */
function describeWebhooks(named: NamedSchemas): object {
  return Object.fromEntries(
    eventSchemas.map(({ type }) => [
      type,
      {
        post: {
          operationId: `webhook.${type}`,
          tags: [tags.webhooks.name],
          summary: type,
          description: eventTypes[type].description,
          security: [],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: named.event(type) } },
          },
          responses: { '2XX': { description: 'Accepted. Quire does not send the event again.' } },
        },
      },
    ]),
  )
}

function describe(operation: NamedOperation, named: NamedSchemas): object {
  return {
    operationId: operation.id,
    tags: [tagOf(operation.noun).name],
    summary: operation.summary,
    description: `${operation.description}\n\n${curl(operation)}`,
    ...(operation.access === 'public' ? { security: [] } : {}),
    ...(operation.writes === true
      ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }
      : {}),
    ...(operation.method === 'POST' ? { requestBody: requestBody(operation, named) } : {}),
    responses: {
      200: {
        description: 'Success.',
        ...(operation.method === 'POST' ? { headers: answerHeaders(operation) } : {}),
        content: { 'application/json': { schema: named.response(operation) } },
      },
      ...(operation.proposes === true && { 202: proposalInstead }),
      ...refusals(...codesOf(operation)),
    },
  }
}

const proposalInstead = {
  description:
    'A proposal was made instead, because you may only propose. Someone who can write reviews it.',
  content: { 'application/json': { schema: proposedAnswer } },
}

function answerHeaders({ writes, changesAccess }: NamedOperation): object {
  const ignored = { $ref: '#/components/headers/IgnoredFields' }
  const replayed = { $ref: '#/components/headers/IdempotencyReplayed' }
  return {
    ...(changesAccess === true ? {} : { 'Quire-Ignored-Fields': ignored }),
    ...(writes === true ? { 'Idempotency-Replayed': replayed } : {}),
  }
}

function requestBody(operation: NamedOperation, named: NamedSchemas): object {
  const { example } = operation
  const schema = named.request(operation)
  return { required: true, content: { 'application/json': { schema, example } } }
}

/** A command that can be pasted: it takes the key from QUIRE_KEY. */
function curl({ method, path, access, example }: NamedOperation): string {
  const url = `"\${QUIRE_URL:-http://127.0.0.1:8082}${path}"`
  const parts = [`curl ${url}`]
  if (access !== 'public') parts.push('-H "Authorization: Bearer $QUIRE_KEY"')
  if (method === 'POST') {
    parts.push(
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`,
    )
  }
  return ['```sh', parts.join(' \\\n  '), '```'].join('\n')
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique value for each new request, such as a UUID. If you repeat a request with the same key within a day, Quire makes the change once and returns the first response again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const idempotencyReplayed = {
  description:
    '`true` if this is the response to an earlier request with the same `Idempotency-Key`.',
  schema: { type: 'string', enum: ['true'] },
}

const ignoredFields = {
  description:
    'Unknown fields of the request body: up to ten names, percent-encoded, nested fields as JSON Pointers, followed by the number of further ones, such as `+3`.',
  schema: { type: 'string' },
}

const failureSchema = {
  type: 'object',
  description:
    'What failed outside of Quire, as a code with values, to show it in another language.',
}

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }

/** What a `VERSION_CONFLICT` has besides, where the same words were changed twice. */
const conflictSchemas = {
  version: { type: 'integer', description: 'Version of the page now, to repeat the write on.' },
  conflicts: {
    type: 'array',
    description:
      'Places that the write and others changed in two ways since the base version: the words before, theirs and yours.',
    items: {
      type: 'object',
      properties: {
        page: { type: 'object', description: 'In a batch: ID, title and version of the page.' },
        block: { type: 'integer', description: 'Number of the block on the page, from 1.' },
        headings: { type: 'array', items: text, description: 'Headings above the block.' },
        kind: { type: 'string', enum: ['text', 'mark', 'attribute', 'property'] },
        name: { type: 'string', description: 'The mark, attribute or property.' },
        base: text,
        theirs: text,
        yours: text,
        by: { type: ['object', 'null'], description: 'Who wrote `theirs`: ID and names.' },
        via: textOrNull,
        at: textOrNull,
      },
    },
  },
}

const errorSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', description: 'Stable code for programs.' },
    message: { type: 'string', description: 'Message for people. It says what to do next.' },
    failure: failureSchema,
    ...conflictSchemas,
  },
}

const validationErrorSchema = {
  ...errorSchema,
  required: ['code', 'message', 'errors'],
  properties: {
    ...errorSchema.properties,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'rule', 'message'],
        properties: {
          path: { type: 'string', description: 'JSON Pointer to the field in the request body.' },
          rule: { type: 'string', description: 'JSON Schema keyword that was violated.' },
          message: { type: 'string' },
          failure: failureSchema,
        },
      },
    },
  },
}
