import { unique } from '../support/load-connection.ts'
import { type Seeded, smallPage } from '../support/seed.ts'
import { makeMarkdown, makeQuery, makeTitle } from '../support/texts.ts'

/** One call, by REST and as a tool in both eras of the protocol. */
export type McpWork = {
  name: McpWorkName
  path: string
  rest: string[]
  legacy: string[]
  modern: string[]
  headers: Record<string, string>
}

export const mcpWorkNames = [
  'get_page_stats',
  'get_page_markdown',
  'search_pages',
  'create_page',
] as const
export type McpWorkName = (typeof mcpWorkNames)[number]

const variants = 500
const revision = '2026-07-28'

export function makeMcpWork(name: McpWorkName, seeded: Seeded): McpWork {
  const { path, inputs } = makers[name](seeded)
  const given = inputs.map((input) => ({ workspaceId: seeded.workspaceId, ...input }))
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const toCall = (input: object, envelope = {}) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: input, ...envelope },
    })
  return {
    name,
    path,
    rest: given.map((input) => JSON.stringify(input)),
    legacy: given.map((input) => toCall(input)),
    modern: given.map((input) => toCall(input, { _meta })),
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    },
  }
}

const makers: Record<McpWorkName, (seeded: Seeded) => { path: string; inputs: object[] }> = {
  get_page_stats: ({ pageIds }) => ({ path: '/v1/pages/stats', inputs: some(pageIds) }),
  get_page_markdown: ({ pageIds }) => ({ path: '/v1/pages/markdown', inputs: some(pageIds) }),
  search_pages: () => ({
    path: '/v1/search/pages',
    inputs: Array.from({ length: variants }, (_, seed) => ({ query: makeQuery(seed) })),
  }),
  create_page: ({ pageIds }) => ({
    path: '/v1/pages/create',
    inputs: Array.from({ length: variants }, (_, seed) => ({
      parentId: pageIds[seed % 50],
      title: `${makeTitle(seed)} ${unique}`,
      markdown: makeMarkdown(seed + 1_000_000, smallPage),
    })),
  }),
}

function some(ids: readonly string[]): { pageId: string }[] {
  return ids.slice(0, variants).map((pageId) => ({ pageId }))
}
