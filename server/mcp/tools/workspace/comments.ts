import { excerptAsJson } from '../../../domain/document/excerpt.ts'
import { commentPath } from '../../../domain/inbox/entry-lines.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { urlOf } from '../../../domain/pages/urls.ts'
import { AppError } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { callById } from '../call-by-id.ts'
import { delimitValue } from '../delimit.ts'
import type { JsonObject } from '../json-object.ts'
import { pageName } from '../pages/inputs.ts'
import { limitList } from '../results.ts'

const maxThreads = 500
/** Of the comments of one thread in a list. */
const maxThreadBytes = 4000
/** Of the text of one comment, in a list of threads and in the list of a thread. */
const maxTextBytes = { list: 2000, thread: 8000 }
const maxQuoteBytes = 1000

export const commentsList = agentTool({
  name: 'list_comments',
  description: 'Comment threads of a page; with thread, its ID, all comments of one.',
  effect: 'reads',
  operationId: 'comments.list',
  access: 'read',
  aliases: { pageId: 'page' },
  input: Type.Object({
    page: pageName,
    includeResolved: Type.Optional(Type.Boolean()),
    thread: Type.Optional(Type.String({ maxLength: 100 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxThreads })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { page, thread, includeResolved = false, limit = 200, offset = 0 }) => {
    const pageId = await resolvePage(context, page)
    if (thread !== undefined) {
      const { comments, ...about } = await findThread(context, pageId, thread.toLowerCase())
      return limitList({ comments, ...about }, 'comments', { offset, limit }, 0)
    }
    const part = { includeResolved, limit, offset, textBytes: maxTextBytes.list }
    const { threads, total } = await readThreads(context, pageId, part)
    const slice = { offset: 0, limit }
    return limitList({ threads: threads.map(shorten), total }, 'threads', slice, offset)
  },
})

type Thread = JsonObject & { comments: JsonObject[] }
type Part = { includeResolved: boolean; limit: number; offset: number; textBytes: number }

async function readThreads(
  context: AgentContext,
  pageId: string,
  { textBytes, ...part }: Part,
): Promise<{ threads: Thread[]; total: number }> {
  const { workspaceId } = context
  const found = await callById({ context }, 'comments.list', { workspaceId, pageId, ...part })
  const threads = toObjects(found['threads']).map(({ quote, comments, ...thread }) => ({
    ...thread,
    quote: toQuote(quote),
    comments: toObjects(comments).map((comment) => ({
      ...comment,
      url: urlOf(context, commentPath(pageId, String(comment['id']))),
      markdown: begin(comment['markdown'], textBytes),
    })),
  }))
  return { threads, total: Number(found['total']) }
}

async function findThread(context: AgentContext, pageId: string, id: string): Promise<Thread> {
  for (let offset = 0; ; offset += maxThreads) {
    const part = {
      includeResolved: true,
      limit: maxThreads,
      offset,
      textBytes: maxTextBytes.thread,
    }
    const { threads } = await readThreads(context, pageId, part)
    const found = threads.find((thread) => thread['id'] === id)
    if (found !== undefined) return found
    if (threads.length < maxThreads) {
      throw new AppError(
        'COMMENT_NOT_FOUND',
        `The page has no thread ${id}. List all without thread.`,
      )
    }
  }
}

/** The first comment of a long thread, and the last ones. */
function shorten({ comments, ...thread }: Thread): Thread {
  let left = maxThreadBytes
  const fits = (comment: JsonObject) =>
    (left -= Buffer.byteLength(JSON.stringify(comment)) + 1) >= 0
  const [first, ...replies] = comments
  if (first === undefined || (fits(first) && replies.length === 0)) return { ...thread, comments }
  const last = replies.toReversed()
  const end = last.findIndex((comment) => !fits(comment))
  if (end === -1) return { ...thread, comments }
  const shown = last.slice(0, Math.max(1, end)).toReversed()
  return { ...thread, comments: [first, ...shown], omitted: replies.length - shown.length }
}

function toQuote(quote: unknown): unknown {
  if (!isObject(quote)) return quote
  const { text, block, current } = quote
  return { text: begin(text, maxQuoteBytes), block, current: begin(current, maxQuoteBytes) }
}

/** The beginning of a text of a comment or page, which is untrusted. */
function begin(text: unknown, maxBytes: number): unknown {
  if (typeof text !== 'string') return text
  const { text: start, nextOffset } = excerptAsJson(text, 0, maxBytes)
  return delimitValue(nextOffset === null ? start : `${start}…`)
}

function toObjects(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}
