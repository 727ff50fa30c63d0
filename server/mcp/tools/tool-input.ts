import type { Context } from '../../domain/context.ts'
import { invalidInput } from '../../lib/errors.ts'
import { parseSmall } from '../../lib/json/raw-json.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'
import type { JsonObject } from './json-object.ts'
import type { Slice } from './results.ts'
import { isSliced } from './schemas.ts'

const noLimit = Number.MAX_SAFE_INTEGER
const maxListLimit = 200
const defaultListLimit = 50
/** In characters, the same as for a new page. */
const maxMarkdownLength = 50_000

/** Converts the Markdown of an agent to the document of the operation. Throws VALIDATION_FAILED. */
export async function withDocument(
  { content }: Context,
  { document }: Tool,
  input: JsonObject,
): Promise<JsonObject> {
  const { markdown, ...rest } = input
  if (document === undefined || markdown === undefined) return input
  if (typeof markdown !== 'string') throw invalid('markdown', 'type', 'must be string')
  if (rest[document] !== undefined) {
    throw invalid('markdown', 'not', `cannot be combined with ${document}: give one of them`)
  }
  if (markdown.length > maxMarkdownLength && Array.from(markdown).length > maxMarkdownLength) {
    const message = `must NOT have more than ${maxMarkdownLength} characters; append the rest with edit_page`
    throw invalid('markdown', 'maxLength', message)
  }
  const prepared = await content.fromMarkdown(markdown, '/markdown')
  return { ...rest, [document]: parseSmall(prepared.document) }
}

/**
 * `skipped` is the number of items that the operation has already skipped. `maxItems` is the most it returns;
 * there may be more.
 */
export type ListWindow = Slice & { skipped: number; maxItems?: number }

/** A list without an offset of its own is requested completely and cut afterwards. Throws VALIDATION_FAILED. */
export function readListWindow(
  operation: NamedOperation,
  input: JsonObject,
): { input: JsonObject; window: ListWindow } {
  const { offset = 0, ...rest } = input
  if (!isSliced(operation)) {
    return { input, window: { offset: 0, limit: noLimit, skipped: Number(offset) } }
  }
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0) {
    throw invalid('offset', 'minimum', 'must be an integer of at least 0')
  }
  if (!('limit' in operation.input.properties)) {
    return { input: rest, window: { offset, limit: noLimit, skipped: 0 } }
  }
  const { limit = defaultListLimit } = rest
  // The operation rejects an invalid limit.
  const isFine = typeof limit === 'number' && limit >= 1 && limit <= maxListLimit
  const requested = isFine ? { ...rest, limit: maxListLimit } : rest
  return {
    input: requested,
    window: { offset, limit: Number(limit), skipped: 0, maxItems: maxListLimit },
  }
}

function invalid(name: string, rule: string, message: string) {
  return invalidInput([{ path: `/${name}`, rule, message }])
}
