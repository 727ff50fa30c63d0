import { AppError } from '../../lib/errors.ts'
import { fits } from '../../lib/json/fits.ts'
import { scanJson } from '../../lib/json/scan-json.ts'
import { Type } from '../../lib/json/type.ts'
import type { ClientMessage } from '../../lib/live-messages.ts'
import { pageFieldNames, pageFields } from '../../lib/page-fields.ts'
import { maxFrameBytes, maxFrameDepth, maxFrameValues, maxMessages, maxSteps } from '../limits.ts'

const id = Type.String({ format: 'uuid' })
const count = Type.Integer({ minimum: 0 })
const position = Type.Union([count, Type.Null()])

const step = Type.Object({ stepType: Type.String({ maxLength: 100 }) })
const move = Type.Object({ remove: count, insert: count })
const fields = Type.Object(
  Object.fromEntries(
    pageFieldNames.map((name) => {
      const text = Type.String({ maxLength: pageFields[name].maxLength })
      const isOptional = pageFields[name].default === null
      return [name, Type.Optional(isOptional ? Type.Union([text, Type.Null()]) : text)]
    }),
  ),
)

/** The schema of each type of message. */
const schemas = {
  open: Type.Object({ workspaceId: id, pageId: id, version: count, schema: count }),
  steps: Type.Object({
    pageId: id,
    base: count,
    id,
    steps: Type.Array(step, { minItems: 1, maxItems: maxSteps }),
    moves: Type.Optional(Type.Array(move, { maxItems: maxSteps })),
    again: Type.Optional(Type.Boolean()),
  }),
  fields: Type.Object({ pageId: id, id, fields }),
  cursor: Type.Object({ pageId: id, version: count, anchor: position, head: position }),
  close: Type.Object({ pageId: id }),
  pong: Type.Object({}),
}

const readers = new Map(Object.entries(schemas).map(([type, schema]) => [type, fits(schema)]))

/** The messages of a frame, or what is wrong with each. Throws BODY_TOO_LARGE or VALIDATION_FAILED. */
export function parseFrame(bytes: Buffer): (ClientMessage | AppError)[] {
  if (bytes.length > maxFrameBytes) {
    throw new AppError(
      'BODY_TOO_LARGE',
      `A frame has at most ${maxFrameBytes} bytes. Save a larger change by HTTP.`,
    )
  }
  return parseMessages(parse(bytes))
}

/** The same for messages that came by HTTP. Throws VALIDATION_FAILED. */
export function parseMessages(messages: unknown): (ClientMessage | AppError)[] {
  if (Array.isArray(messages) && messages.length <= maxMessages) return messages.map(parseMessage)
  throw refusal(`A frame is a list of at most ${maxMessages} messages.`)
}

function parse(bytes: Buffer): unknown {
  const limits = { values: maxFrameValues, depth: maxFrameDepth }
  if (!scanJson(bytes, limits).ok)
    throw refusal('The frame is nested too deeply, or has too many values.')
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw refusal('A frame is a JSON list of messages.')
  }
}

function parseMessage(message: unknown): ClientMessage | AppError {
  const type = Object(message).type
  const isReadable = readers.get(type)
  if (isReadable === undefined) {
    const known = [...readers.keys()].join(', ')
    return refusal(`The type of the message is not one of ${known}.`)
  }
  // SAFETY: the schema of the type is the type of the message.
  if (isReadable(message)) return message as ClientMessage
  return refusal(`A field of the message of type ${type} is missing or not valid.`)
}

function refusal(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message)
}
