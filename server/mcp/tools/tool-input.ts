import type { Context } from '../../domain/context.ts'
import { invalidInput } from '../../lib/errors.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'
import type { Slice } from './results.ts'
import { isSliced, type JsonObject } from './schemas.ts'

const everything = Number.MAX_SAFE_INTEGER
/** All that a list gives at once, and what it gives unasked. */
const whole = 200
const usual = 50
/** As for the Markdown of a new page. */
const longestMarkdown = 50_000

/** Agents write Markdown where the operation takes a document. */
export async function withDocument(
  { content }: Context,
  { document }: Tool,
  input: JsonObject,
): Promise<JsonObject> {
  const { markdown, ...rest } = input
  if (document === undefined || markdown === undefined) return input
  if (typeof markdown !== 'string') throw refuse('markdown', 'type', 'must be string')
  if (rest[document] !== undefined) {
    throw refuse('markdown', 'not', `cannot be combined with ${document}: give one of them`)
  }
  if (markdown.length > longestMarkdown && Array.from(markdown).length > longestMarkdown) {
    const message = `must NOT have more than ${longestMarkdown} characters; append the rest with edit_page`
    throw refuse('markdown', 'maxLength', message)
  }
  const made = await content.fromMarkdown(markdown, '/markdown')
  return { ...rest, [document]: JSON.parse(made.document) }
}

/**
 * `shift` is what the operation itself has left out already, `most` how many items it gives at most: behind
 * so many there may be others.
 */
export type Cut = Slice & { shift: number; most?: number }

/** A list without an offset of its own is asked for whole, and cut afterwards. */
export function takeCut(
  operation: NamedOperation,
  input: JsonObject,
): { input: JsonObject; cut: Cut } {
  const { offset = 0, ...rest } = input
  if (!isSliced(operation)) {
    return { input, cut: { offset: 0, limit: everything, shift: Number(offset) } }
  }
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) {
    throw refuse('offset', 'minimum', 'must be an integer of at least 0')
  }
  if (!('limit' in operation.input.properties)) {
    return { input: rest, cut: { offset, limit: everything, shift: 0 } }
  }
  const { limit = usual } = rest
  // A limit that is refused goes on as it is, so that the operation says why.
  const isFine = typeof limit === 'number' && limit >= 1 && limit <= whole
  const asked = isFine ? { ...rest, limit: whole } : rest
  return { input: asked, cut: { offset, limit: Number(limit), shift: 0, most: whole } }
}

function refuse(name: string, rule: string, message: string) {
  return invalidInput([{ path: `/${name}`, rule, message }])
}
