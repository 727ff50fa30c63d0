import type { IncomingHttpHeaders } from 'node:http'
import { callTool } from '../tools/call-tool.ts'
import type { JsonObject } from '../tools/schemas.ts'
import { findTool } from '../tools/tools.ts'
import { serverInfo } from './instance.ts'
import type { Session } from './session.ts'

const present = '2026-07-28'
const elder = new Set(['2025-11-25', '2025-06-18', '2025-03-26'])
const prefix = 'io.modelcontextprotocol/'
const known = new Set([
  `${prefix}protocolVersion`,
  `${prefix}clientCapabilities`,
  `${prefix}clientInfo`,
  'progressToken',
])
const stamp = { [`${prefix}serverInfo`]: serverInfo }

type ToolCall = {
  id: string | number
  era: 'present' | 'elder'
  name: string
  given: JsonObject
}

/**
 * Answers the request that agents send most, a plain call of a known tool, without the machinery of the
 * SDK: that would cost several times the call itself. Anything else, and anything the least bit unusual, is
 * left to the SDK (undefined), which gives the same answer to what is answered here: a test compares them.
 */
export async function answerDirectly(
  session: Session,
  headers: IncomingHttpHeaders,
  body: unknown,
): Promise<string | undefined> {
  const call = readCall(headers, body)
  if (call === undefined) return undefined
  const result = await callTool(session, call.name, call.given)
  const { id, era } = call
  const marked = era === 'elder' ? result : { ...result, resultType: 'complete', _meta: stamp }
  return JSON.stringify({ result: marked, jsonrpc: '2.0', id })
}

function readCall(headers: IncomingHttpHeaders, body: unknown): ToolCall | undefined {
  if (!isObject(body) || !hasOnly(body, 'jsonrpc', 'id', 'method', 'params')) return undefined
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return undefined
  if (!isObject(params) || !hasOnly(params, 'name', 'arguments', '_meta')) return undefined
  const { name, arguments: given = {}, _meta: meta = {} } = params
  if (typeof name !== 'string' || !isObject(given) || !isObject(meta)) return undefined
  const era = eraOf(headers, name, meta)
  if (era === undefined || findTool(name) === undefined) return undefined
  return { id, era, name, given }
}

function eraOf(
  headers: IncomingHttpHeaders,
  name: string,
  meta: JsonObject,
): ToolCall['era'] | undefined {
  const version = headers['mcp-protocol-version']
  if (!Object.keys(meta).some((key) => key.startsWith(prefix))) {
    const isElder = version === undefined || (typeof version === 'string' && elder.has(version))
    return isElder ? 'elder' : undefined
  }
  const isPlain =
    version === present &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    meta[`${prefix}protocolVersion`] === present &&
    isObject(meta[`${prefix}clientCapabilities`]) &&
    isClientInfo(meta[`${prefix}clientInfo`]) &&
    Object.keys(meta).every((key) => known.has(key))
  return isPlain ? 'present' : undefined
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
