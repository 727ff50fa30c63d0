import { canonicalUrl } from '../../domain/pages/urls.ts'
import type { OperationId } from '../../operations/index.ts'
import { type McpRequest, workspaceFor } from '../transport/request.ts'
import { rejectUnknownRoutes } from './arguments.ts'
import { callById } from './call-by-id.ts'
import { maxStructuredBytes, structuredResult } from './results.ts'
import type { JsonObject } from './schemas.ts'
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
      const { results } = await callInWorkspace(request, 'search.pages', {
        query: args['query'],
        k: 10,
      })
      return structuredResult({
        results: (Array.isArray(results) ? results : []).map(toHit(request)),
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
        toDocument(await readWithinLimit(request, args['id'], args['offset'] ?? 0)),
      )
    },
  },
]

async function callInWorkspace(
  request: McpRequest,
  id: OperationId,
  input: JsonObject,
): Promise<JsonObject> {
  const workspaceId = await workspaceFor(request, undefined)
  return callById(request, id, { ...input, workspaceId })
}

function toHit({ context }: McpRequest) {
  return ({ pageId, title }: JsonObject) => ({
    id: pageId,
    title,
    url: canonicalUrl(context, String(pageId)),
  })
}

/** The longest part of a page that fits the limit. Escaping in JSON makes text up to six times longer. */
async function readWithinLimit(
  request: McpRequest,
  page: unknown,
  offset: unknown,
): Promise<JsonObject> {
  for (let maxBytes = maxMarkdownBytes; ; maxBytes = Math.ceil(maxBytes / 2)) {
    const found = await callInWorkspace(request, 'pages.get', { page, offset, maxBytes })
    if (Buffer.byteLength(JSON.stringify(found['markdown'])) <= maxMarkdownBytes) return found
  }
}

function toDocument({
  id,
  title,
  url,
  markdown,
  nextOffset,
  version,
  updatedAt,
}: JsonObject): JsonObject {
  const isComplete = nextOffset === null
  return {
    id,
    title,
    text: isComplete
      ? markdown
      : `${String(markdown)}\n[Truncated. Continue with fetch and offset ${Number(nextOffset)}.]`,
    url,
    metadata: { version, updatedAt, ...(isComplete ? {} : { nextOffset }) },
  }
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}
