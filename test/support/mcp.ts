import assert from 'node:assert/strict'
import type { Answer, TestServer } from './server.ts'

/** JSON as a test reads it, member by member, each of which may turn out to be a text or a number. */
export type Json = { [name: string]: Json } & { toString: () => string }

/** The items of what must be a list. */
export function items(value: Json | undefined): Json[] {
  assert.ok(Array.isArray(value))
  return value
}

export function members(value: Json | undefined): [string, Json][] {
  const { ...own } = value
  return Object.entries<Json>(own)
}

export type ToolResult = {
  isError: boolean
  /** Of the text block. */
  text: string
  /** The structured content; for errors and texts in JSON, what the text holds. */
  value: Json
}

export type RpcOptions = {
  key?: string | null
  /** With its query. */
  path?: string
  headers?: Record<string, string>
}

/** Sends plain JSON-RPC, as a client without any library would. */
export function post(
  quire: TestServer,
  body: unknown,
  { key = quire.key, path = '/mcp', headers = {} }: RpcOptions = {},
): Promise<Answer<Json>> {
  return quire.request<Json>({
    method: 'POST',
    url: path,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** The result of a method; a test about errors looks at `post`. */
export async function rpc(
  quire: TestServer,
  method: string,
  params: object = {},
  options: RpcOptions = {},
): Promise<Json> {
  const { status, body } = await post(quire, { jsonrpc: '2.0', id: 1, method, params }, options)
  assert.equal(status, 200)
  assert.equal(body['error'], undefined, JSON.stringify(body))
  assert.ok(body['result'])
  return body['result']
}

export async function callTool(
  quire: TestServer,
  name: string,
  given: object = {},
  options: RpcOptions = {},
): Promise<ToolResult> {
  return toToolResult(await rpc(quire, 'tools/call', { name, arguments: given }, options))
}

export function toToolResult(result: Json | undefined): ToolResult {
  const text = String(items(result?.['content'])[0]?.['text'])
  const isError = Boolean(result?.['isError'])
  if (isError) assert.equal(result?.['structuredContent'], undefined)
  return { isError, text, value: withoutTags(result?.['structuredContent'] ?? parsed(text)) }
}

/** A value without the members whose names are tags. */
function withoutTags(value: Json): Json {
  for (const name of Object.keys(Object(value))) {
    if (/^<\/?page-\d{6}>$/.test(name)) delete value[name]
  }
  return value
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse('null')
  }
}

/** The text between the last tags of a page: what it contains follows what it is. */
export function fenced(text: string): string | undefined {
  return [...text.matchAll(/<(page-\d{6})>\n?([\s\S]*?)<\/\1>/g)].at(-1)?.[2]
}

/** A text without what stands between tags. */
export function outsideTags(text: string): string {
  return text.replaceAll(/<(page-\d{6})>[\s\S]*?<\/\1>/g, '')
}

export async function toolNames(quire: TestServer, key = quire.key): Promise<string[]> {
  const { tools } = await rpc(quire, 'tools/list', {}, { key })
  return items(tools).map(({ name }) => String(name))
}

/** The headers and the envelope that revision 2026-07-28 asks for. */
export function modern(
  method: string,
  params: { name?: string; uri?: string; [other: string]: unknown } = {},
): { body: object; headers: Record<string, string> } {
  const name = params['name'] ?? params['uri']
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  }
}
