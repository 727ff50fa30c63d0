import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context } from '../../domain/context.ts'
import { takeExcerpt } from '../../domain/document/excerpt.ts'
import { referToPage } from '../../domain/pages/read.ts'
import { enterWorkspace } from '../../domain/people/access.ts'
import { call } from '../../operations/call.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'
import { inActiveWorkspace, type McpRequest, workspaceFor } from '../transport/request.ts'
import { createArgumentReader } from './arguments.ts'
import { delimit } from './delimit.ts'
import { maxTextBytes, limitList, structuredResult, textResult } from './results.ts'
import {
  pickDeclared,
  inputSchema,
  isSliced,
  type JsonObject,
  listName,
  outputSchema,
} from './schemas.ts'
import { type ListWindow, readListWindow, withDocument } from './tool-input.ts'
import type { AgentTool } from './tool.ts'

/** An operation of the table as a tool. */
export function operationTool(declaredOperation: NamedOperation, tool: Tool): AgentTool {
  const operation = { ...declaredOperation, ...tool.instead }
  const input = inputSchema(operation, tool)
  const output = outputSchema(operation, tool)
  const parameters = Object.keys(operation.input.properties)
    .filter((name) => !(name in (tool.fixed ?? {})) && name !== tool.document)
    .concat(tool.document === undefined ? [] : ['markdown'], isSliced(operation) ? ['offset'] : [])
  const readArguments = createArgumentReader(operation, parameters, [tool.document ?? []].flat())
  return {
    name: tool.name,
    description: tool.description,
    effect: tool.effect,
    operationId: operation.id,
    inputSchema: input,
    outputSchema: output,
    run: async (request, args) => {
      const read = readArguments(args)
      const context = await contextFor(request, operation)
      const requested = {
        ...read,
        ...tool.fixed,
        ...(await workspaceArgument(request, operation, read)),
      }
      const { input: ready, window } = readListWindow(
        operation,
        await withDocument(context, tool, requested),
      )
      const answer = await call(operation, context, ready)
      // SAFETY: the output of every operation is an object.
      const result = pickDeclared(operation.output, answer) as JsonObject
      return toResult(context, { operation, tool, input: ready, output: result, window })
    },
  }
}

/** Only the list of workspaces tells which one is current. */
function contextFor(request: McpRequest, { access }: NamedOperation): Promise<Context> | Context {
  return access === 'key' ? inActiveWorkspace(request) : request.context
}

async function workspaceArgument(
  request: McpRequest,
  { input, id }: NamedOperation,
  { workspaceId }: JsonObject,
): Promise<JsonObject> {
  if (!('workspaceId' in input.properties)) return {}
  if (id === 'workspaces.select' && workspaceId === undefined) return {}
  return { workspaceId: await workspaceFor(request, workspaceId) }
}

type Outcome = {
  operation: NamedOperation
  tool: Tool
  input: JsonObject
  output: JsonObject
  window: ListWindow
}

async function toResult(context: Context, outcome: Outcome): Promise<CallToolResult> {
  const { operation, tool, input, output, window } = outcome
  if (tool.answer === 'markdown') return textResult(toText(output))
  if (tool.answer === 'page') return structuredResult(await toPageReference(context, input, output))
  const name = listName(operation)
  return structuredResult(
    name === undefined ? output : limitList(output, name, window, window.skipped),
  )
}

async function toPageReference(
  context: Context,
  { workspaceId, pageId }: JsonObject,
  output: JsonObject,
): Promise<JsonObject> {
  const { ok: _ok, pageId: createdId, url: _url, ...rest } = output
  const member = await enterWorkspace(context, String(workspaceId).toLowerCase(), 'read')
  const page = await referToPage(member, String(createdId ?? pageId).toLowerCase())
  return { ...page, ...rest }
}

/** A page as header lines and delimited Markdown, and how to read the next part. */
function toText({ markdown, length, nextOffset, ...about }: JsonObject): string {
  const { text, nextOffset: cutAt } = takeExcerpt(String(markdown), 0, maxTextBytes)
  const header = Object.entries(about)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const next = cutAt ?? nextOffset
  const more =
    typeof next === 'number'
      ? [
          `Truncated${length === undefined ? '' : ` (${Number(length)} characters in total)`}. Continue with get_page and offset ${next}.`,
        ]
      : []
  return [...header, delimit(text), ...more].join('\n')
}
