import type { CallToolResult } from '@modelcontextprotocol/server'
import { AppError, type ErrorCode } from '../../lib/errors.ts'
import type { JsonObject } from './schemas.ts'

/**
 * No token is shorter than a byte, so these keep every result under 25,000 tokens in every language.
 * Structured results go out twice, as data and as text.
 */
export const largestText = 24_000
export const largestStructured = 12_000

/** What an agent may do about a refusal whose message does not say it. */
const hints: Partial<Record<ErrorCode, string>> = {
  PAGE_NOT_FOUND:
    'Find it with search_pages or list_pages. It may be in another workspace (list_workspaces) or in the trash (restore_page).',
  FILE_NOT_FOUND: 'List files with list_files.',
  INTERNAL: 'Try again once, then tell the user.',
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

export function structuredResult(value: JsonObject): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

/** No structured content: a client would hold it against the schema of the success. */
export function refusal(error: AppError): CallToolResult {
  const { code, message, violations } = error
  const whole = violations === undefined ? message : violations.map(toSentence).join('; ')
  const hint = hints[code]
  const said = hint === undefined ? whole : `${whole.replace(/[.]?$/, '.')} ${hint}`
  const content = [{ type: 'text' as const, text: JSON.stringify({ code, message: said }) }]
  return { content, isError: true }
}

function toSentence({ path, message }: { path: string; message: string }): string {
  return `${path === '' ? 'the arguments' : path.slice(1)} ${message}`
}

/** What went wrong, as a refusal that may be shown. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('INTERNAL', 'Something went wrong on the server.', { cause: error })
}

export type Slice = { offset: number; limit: number; most?: number }

/** A list cut to what was asked for and to what fits, told where it goes on. */
export function sliceList(
  value: JsonObject,
  name: string,
  { offset, limit, most }: Slice,
  shift: number,
): JsonObject {
  const list = value[name]
  if (!Array.isArray(list)) return value
  const asked = list.slice(offset, offset + limit).map(withoutWorkspace)
  const shown = fitting(value, name, asked)
  const end = offset + shown.length
  if (end >= list.length) {
    // An operation that gives no more than this does not say whether there is more.
    const isCapped = list.length === most
    const rest = `Shows only the newest ${list.length}. Find others with search_pages.`
    return { ...value, [name]: shown, ...(isCapped ? { more: rest } : {}) }
  }
  const next = shift + end
  const more = `More items: call again with offset ${next}.`
  return { ...value, [name]: shown, ...('nextOffset' in value ? { nextOffset: next } : {}), more }
}

/** As in the schema of the output. */
function withoutWorkspace(item: JsonObject): JsonObject {
  const { workspaceId: _same, ...rest } = item
  return rest
}

/** As many items from the start as the result has room for; always one, so that reading goes on. */
function fitting(value: JsonObject, name: string, items: readonly unknown[]): unknown[] {
  let left = largestStructured - Buffer.byteLength(JSON.stringify({ ...value, [name]: [] })) - 100
  const count = items.findIndex((item) => {
    left -= Buffer.byteLength(JSON.stringify(item)) + 1
    return left < 0
  })
  return count === -1 ? [...items] : items.slice(0, Math.max(1, count))
}
