import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError, type ErrorCode } from '../../lib/errors.ts'
import { delimitMembers } from './delimit.ts'
import type { JsonObject } from './json-object.ts'

/**
 * A token has at least one byte, so these limits keep every result under 25,000 tokens in every language.
 * Structured results contain the data twice, as JSON and as text.
 */
export const maxTextBytes = 24_000
export const maxStructuredBytes = 12_000

/** What an agent can do about an error whose message does not say it. */
const hints: Partial<Record<ErrorCode, string>> = {
  PAGE_NOT_FOUND:
    'Find it with search_pages or list_pages. It may be in another workspace (list_workspaces) or in the trash (restore_page).',
  FILE_NOT_FOUND: 'List files with list_files.',
  INTERNAL: 'Try again once, then tell the user.',
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

/**
 * Titles, names and other values that people wrote stand between the members of a tag. What this server says about
 * them follows.
 */
export function structuredResult({ more, note, ...data }: JsonObject): CallToolResult {
  const said = { ...(more !== undefined && { more }), ...(note !== undefined && { note }) }
  const value = { ...delimitMembers(data), ...said }
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

/** Without structured content, which clients would validate against the output schema. */
export function errorResult(error: AppError, workspace?: string): CallToolResult {
  const { code, message, violations } = error
  const sentence = violations === undefined ? message : violations.map(toSentence).join('; ')
  const hint = hints[code]
  const fullMessage = hint === undefined ? sentence : `${sentence.replace(/[.]?$/, '.')} ${hint}`
  // Messages name pages, headings and people.
  const written = { message: fullMessage, ...(workspace !== undefined && { workspace }) }
  const value = { code, ...delimitMembers(written) }
  return { content: [{ type: 'text', text: JSON.stringify(value) }], isError: true }
}

function toSentence({ path, message }: { path: string; message: string }): string {
  return `${path === '' ? 'the arguments' : path.slice(1)} ${message}`
}

/** An error that is safe to show. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('INTERNAL', 'Something went wrong on the server.', { cause: error })
}

export type Slice = { offset: number; limit: number; maxItems?: number }

/** Cuts a list to the requested items that fit, and says how to get more. */
export function limitList(
  value: JsonObject,
  name: string,
  { offset, limit, maxItems }: Slice,
  skipped: number,
): JsonObject {
  const list = value[name]
  if (!Array.isArray(list)) return value
  const requested = list.slice(offset, offset + limit).map(withoutWorkspace)
  const included = itemsThatFit(value, name, requested)
  const end = offset + included.length
  if (end >= list.length) {
    // There may be more items, because the operation returns at most this many.
    const isCapped = list.length === maxItems
    const rest = `Shows only the newest ${list.length}. Find others with search_pages.`
    return { ...value, [name]: included, ...(isCapped ? { more: rest } : {}) }
  }
  const next = skipped + end
  const more = `More items: call again with offset ${next}.`
  return {
    ...value,
    [name]: included,
    ...('nextOffset' in value ? { nextOffset: next } : {}),
    more,
  }
}

/** A part of a list that says how to continue. If not all of it fits, a smaller one is read. */
export async function readFitting(
  name: string,
  limit: number,
  read: (limit: number) => Promise<JsonObject>,
): Promise<JsonObject> {
  const part = await read(limit)
  const list = part[name]
  if (!Array.isArray(list)) return part
  const fitting = itemsThatFit(part, name, list).length
  return fitting === list.length ? part : read(fitting)
}

/** As in the output schema. */
function withoutWorkspace(item: JsonObject): JsonObject {
  const { workspaceId: _same, ...rest } = item
  return rest
}

/** For the tag, and how to go on. */
const roomForRest = 200

/** The first items that fit the limit; at least one, so that paging never stops. */
function itemsThatFit(value: JsonObject, name: string, items: readonly unknown[]): unknown[] {
  let left =
    maxStructuredBytes - Buffer.byteLength(JSON.stringify({ ...value, [name]: [] })) - roomForRest
  const count = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1
    return left < 0
  })
  return count === -1 ? [...items] : items.slice(0, Math.max(1, count))
}
