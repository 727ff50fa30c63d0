import { canonicalUrl } from '../../domain/pages/urls.ts'
import type { OperationId } from '../../operations/index.ts'
import { type Session, workspaceFor } from '../transport/session.ts'
import { refuseUnknown } from './arguments.ts'
import { callById } from './call-by-id.ts'
import { largestStructured, structuredResult } from './results.ts'
import type { JsonObject } from './schemas.ts'
import type { AgentTool } from './tool.ts'

const text = { type: 'string' }
/** Bytes of a page's text; the rest of the result is a title and an address. */
const room = largestStructured - 2500

/**
 * `search` and `fetch` as ChatGPT's research and other clients of that convention expect them, over the
 * same operations as search_pages and get_page.
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
    run: async (session, given) => {
      refuseUnknown(given, new Set(['query']), ['query'])
      const { results } = await ask(session, 'search.pages', { query: given['query'], k: 10 })
      return structuredResult({
        results: (Array.isArray(results) ? results : []).map(toHit(session)),
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
    run: async (session, given) => {
      refuseUnknown(given, new Set(['id', 'offset']), ['id', 'offset'])
      return structuredResult(
        toDocument(await readPart(session, given['id'], given['offset'] ?? 0)),
      )
    },
  },
]

async function ask(session: Session, id: OperationId, input: JsonObject): Promise<JsonObject> {
  const workspaceId = await workspaceFor(session, undefined)
  return callById(session, id, { ...input, workspaceId })
}

function toHit({ context }: Session) {
  return ({ pageId, title }: JsonObject) => ({
    id: pageId,
    title,
    url: canonicalUrl(context, String(pageId)),
  })
}

/** As much of a page as there is room for: JSON makes a text longer, at worst six times. */
async function readPart(session: Session, page: unknown, offset: unknown): Promise<JsonObject> {
  for (let maxBytes = room; ; maxBytes = Math.ceil(maxBytes / 2)) {
    const found = await ask(session, 'pages.get', { page, offset, maxBytes })
    if (Buffer.byteLength(JSON.stringify(found['markdown'])) <= room) return found
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
  const isWhole = nextOffset === null
  return {
    id,
    title,
    text: isWhole
      ? markdown
      : `${String(markdown)}\n[Truncated. Continue with fetch and offset ${Number(nextOffset)}.]`,
    url,
    metadata: { version, updatedAt, ...(isWhole ? {} : { nextOffset }) },
  }
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}
