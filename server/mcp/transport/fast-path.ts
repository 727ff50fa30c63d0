import type { IncomingHttpHeaders } from 'node:http'
import { callTool } from '../tools/call-tool.ts'
import type { JsonObject } from '../tools/json-object.ts'
import { findTool } from '../tools/tools.ts'
import { serverInfo } from './instance.ts'
import { idempotencyMetaKey, runMetaKey } from './program.ts'
import type { McpRequest } from './request.ts'

const currentVersion = '2026-07-28'
const legacyVersions = new Set(['2025-11-25', '2025-06-18', '2025-03-26'])
const prefix = 'io.modelcontextprotocol/'
const knownMetaKeys = new Set([
  `${prefix}protocolVersion`,
  `${prefix}clientCapabilities`,
  `${prefix}clientInfo`,
  'progressToken',
  runMetaKey,
  idempotencyMetaKey,
])
const resultMeta = { [`${prefix}serverInfo`]: serverInfo }

type ToolCall = {
  id: string | number
  era: 'current' | 'legacy'
  name: string
  args: JsonObject
  meta: JsonObject
}

/**
 * Answers the most frequent request, a plain call of a known tool, without the SDK, whose overhead is several
 * times the cost of the call. Returns undefined for everything else, which the SDK then answers. A test checks
 * that both give the same response.
 */
export async function answerToolCall(
  request: McpRequest,
  headers: IncomingHttpHeaders,
  body: unknown,
): Promise<string | undefined> {
  const call = readToolCall(headers, body)
  if (call === undefined) return undefined
  const result = await callTool(request, call.name, call.args, call.meta)
  const { id, era } = call
  const response =
    era === 'legacy' ? result : { ...result, resultType: 'complete', _meta: resultMeta }
  return JSON.stringify({ result: response, jsonrpc: '2.0', id })
}

function readToolCall(headers: IncomingHttpHeaders, body: unknown): ToolCall | undefined {
  if (!isObject(body) || !hasOnly(body, 'jsonrpc', 'id', 'method', 'params')) return undefined
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return undefined
  if (!isObject(params) || !hasOnly(params, 'name', 'arguments', '_meta')) return undefined
  const { name, arguments: args = {}, _meta: meta = {} } = params
  if (typeof name !== 'string' || !isObject(args) || !isObject(meta)) return undefined
  const era = eraOf(headers, name, meta)
  if (era === undefined || findTool(name) === undefined) return undefined
  return { id, era, name, args, meta }
}

function eraOf(
  headers: IncomingHttpHeaders,
  name: string,
  meta: JsonObject,
): ToolCall['era'] | undefined {
  const version = headers['mcp-protocol-version']
  if (!Object.keys(meta).some((key) => key.startsWith(prefix))) {
    const isLegacy =
      version === undefined || (typeof version === 'string' && legacyVersions.has(version))
    return isLegacy ? 'legacy' : undefined
  }
  const isPlain =
    version === currentVersion &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    meta[`${prefix}protocolVersion`] === currentVersion &&
    isObject(meta[`${prefix}clientCapabilities`]) &&
    isClientInfo(meta[`${prefix}clientInfo`]) &&
    Object.keys(meta).every((key) => knownMetaKeys.has(key))
  return isPlain ? 'current' : undefined
}

function isClientInfo(value: unknown): boolean {
  if (value === undefined) return true
  return (
    isObject(value) &&
    hasOnly(value, 'name', 'version', 'title') &&
    typeof value['name'] === 'string' &&
    typeof value['version'] === 'string' &&
    typeof (value['title'] ?? '') === 'string'
  )
}

function hasOnly(value: JsonObject, ...names: readonly string[]): boolean {
  return Object.keys(value).every((name) => names.includes(name))
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
