import { canonicalUrl } from '../../domain/pages/urls.ts'
import { type McpRequest, workspaceOf } from '../transport/request.ts'
import { coerce, rejectUnknownRoutes } from './arguments.ts'
import { callById } from './call-by-id.ts'
import { delimit } from './delimit.ts'
import type { JsonObject } from './json-object.ts'
import { maxStructuredBytes, structuredResult } from './results.ts'
import type { AgentTool } from './tool.ts'

const text = { type: 'string' }
/** Leaves room for the title and URL in the result. */
const maxMarkdownBytes = maxStructuredBytes - 2500

/**
 * `search` and `fetch` as ChatGPT's deep research and similar clients expect them. They call the same operations
 * as search_pages and get_page.
 */
export const chatgptTools: readonly AgentTool[] = [
  {
    name: 'search',
    description: 'Search pages. Read one with fetch.',
    effect: 'reads',
    operationId: 'search.pages',
    inputSchema: {
      type: 'object',
      properties: { query: text },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: object({
      results: { type: 'array', items: object({ id: text, title: text, url: text }) },
    }),
    run: async (request, args) => {
      rejectUnknownRoutes(args, new Set(['query']), ['query'])
      const { id, name } = await workspaceOf(request, undefined)
      const input = { query: args['query'], k: 10, workspaceId: id }
      const { results } = await callById(request, 'search.pages', input)
      return structuredResult({
        results: (Array.isArray(results) ? results : []).map(toHit(request)),
        workspace: name,
      })
    },
  },
  {
    name: 'fetch',
    description: 'Read a page found with search.',
    effect: 'reads',
    operationId: 'pages.get',
    inputSchema: {
      type: 'object',
      properties: { id: text, offset: { type: 'integer' } },
      required: ['id'],
      additionalProperties: false,
    },
    outputSchema: object({ id: text, title: text, text, url: text, metadata: { type: 'object' } }),
    run: async (request, args) => {
      rejectUnknownRoutes(args, new Set(['id', 'offset']), ['id', 'offset'])
      return structuredResult(
        await readDocument(request, args['id'], coerce({ type: 'integer' }, args['offset'] ?? 0)),
      )
    },
  },
]

async function readDocument(
  request: McpRequest,
  page: unknown,
  offset: unknown,
): Promise<JsonObject> {
  const { id: workspaceId, name } = await workspaceOf(request, undefined)
  return toDocument(await readWithinLimit(request, { workspaceId, page, offset }), name)
}

function toHit({ context }: McpRequest) {
  return ({ pageId, title }: JsonObject) => ({
    id: pageId,
    title,
    url: canonicalUrl(context, String(pageId)),
  })
}

/** The longest part of a page that fits the limit. Escaping in JSON makes text up to six times longer. */
async function readWithinLimit(request: McpRequest, input: JsonObject): Promise<JsonObject> {
  for (let maxBytes = maxMarkdownBytes; ; maxBytes = Math.ceil(maxBytes / 2)) {
    const found = await callById(request, 'pages.get', { ...input, maxBytes })
    if (Buffer.byteLength(JSON.stringify(found['markdown'])) <= maxMarkdownBytes) return found
  }
}

function toDocument(
  { id, title, url, markdown, nextOffset, version, updatedAt }: JsonObject,
  workspace: string | undefined,
): JsonObject {
  const isComplete = nextOffset === null
  const text = delimit(String(markdown))
  return {
    id,
    title,
    text: isComplete
      ? text
      : `${text}\n[Truncated. Continue with fetch and offset ${Number(nextOffset)}.]`,
    url,
    metadata: { version, updatedAt, workspace, ...(isComplete ? {} : { nextOffset }) },
  }
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}
