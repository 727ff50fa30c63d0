import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context } from '../domain/context.ts'
import { referToPage } from '../domain/page-lookup.ts'
import { cutPart } from '../domain/page-part.ts'
import { call } from '../operations/call.ts'
import type { NamedOperation } from '../operations/index.ts'
import type { Tool } from '../operations/operation.ts'
import { createArgumentReader } from './arguments.ts'
import { fence } from './fence.ts'
import { largestText, sliceList, structuredResult, textResult } from './results.ts'
import { inputSchema, isSliced, type JsonObject, listName, outputSchema } from './schemas.ts'
import { inActiveWorkspace, type Session, workspaceFor } from './session.ts'
import type { AgentTool } from './tool.ts'

const everything = Number.MAX_SAFE_INTEGER

/** An operation of the table as a tool. */
export function operationTool(operation: NamedOperation, tool: Tool): AgentTool {
  const input = inputSchema(operation, tool)
  const output = outputSchema(operation, tool)
  const parameters = Object.keys(operation.input.properties)
    .filter((name) => !(name in (tool.fixed ?? {})) && name !== tool.document)
    .concat(tool.document === undefined ? [] : ['markdown'], isSliced(operation) ? ['offset'] : [])
  const readArguments = createArgumentReader(operation, parameters)
  return {
    name: tool.name,
    description: tool.description,
    effect: tool.effect,
    operationId: operation.id,
    inputSchema: input,
    outputSchema: output,
    run: async (session, given) => {
      const read = readArguments(given)
      const context = await contextFor(session, operation)
      const asked = { ...read, ...tool.fixed, ...(await place(session, operation, read)) }
      const { input: ready, slice } = takeSlice(operation, await withDocument(context, tool, asked))
      // SAFETY: the output of every operation is an object.
      const result = (await call(operation, context, ready)) as JsonObject
      return present(context, { operation, tool, input: ready, output: result, slice })
    },
  }
}

/** Only the list of workspaces tells which one is current. */
function contextFor(session: Session, { access }: NamedOperation): Promise<Context> | Context {
  return access === 'key' ? inActiveWorkspace(session) : session.context
}

async function place(
  session: Session,
  { input, id }: NamedOperation,
  { workspaceId }: JsonObject,
): Promise<JsonObject> {
  if (!('workspaceId' in input.properties)) return {}
  if (id === 'workspaces.select' && workspaceId === undefined) return {}
  return { workspaceId: await workspaceFor(session, workspaceId) }
}

/** Agents write Markdown where the operation takes a document. */
async function withDocument(
  { content }: Context,
  { document }: Tool,
  input: JsonObject,
): Promise<JsonObject> {
  const { markdown, ...rest } = input
  if (document === undefined || typeof markdown !== 'string') return input
  const made = await content.fromMarkdown(markdown, '/markdown')
  return { ...rest, [document]: JSON.parse(made.document) }
}

type Slice = { offset: number; limit: number; shift: number }

/** A list without an offset of its own is asked for whole, and cut afterwards. */
function takeSlice(
  operation: NamedOperation,
  input: JsonObject,
): { input: JsonObject; slice: Slice } {
  const { offset, limit, ...rest } = input
  const from = typeof offset === 'number' && offset > 0 ? Math.floor(offset) : 0
  if (!isSliced(operation)) return { input, slice: { offset: 0, limit: everything, shift: from } }
  const isLimited = 'limit' in operation.input.properties
  const count = typeof limit === 'number' ? limit : isLimited ? 50 : everything
  const whole = isLimited
    ? { ...rest, limit: typeof limit === 'number' ? Math.max(limit, 200) : (limit ?? 200) }
    : rest
  return { input: whole, slice: { offset: from, limit: count, shift: 0 } }
}

type Outcome = {
  operation: NamedOperation
  tool: Tool
  input: JsonObject
  output: JsonObject
  slice: Slice
}

async function present(context: Context, outcome: Outcome): Promise<CallToolResult> {
  const { operation, tool, input, output, slice } = outcome
  if (tool.answer === 'markdown') return textResult(toText(output))
  if (tool.answer === 'page') return structuredResult(await toReference(context, input, output))
  const name = listName(operation)
  return structuredResult(name === undefined ? output : sliceList(output, name, slice, slice.shift))
}

async function toReference(
  context: Context,
  { workspaceId, pageId }: JsonObject,
  output: JsonObject,
): Promise<JsonObject> {
  const { ok: _ok, pageId: made, url: _url, ...rest } = output
  const page = await referToPage(
    context,
    String(workspaceId).toLowerCase(),
    String(made ?? pageId).toLowerCase(),
  )
  return { ...page, ...rest }
}

/** A page as a header of one line each and its fenced Markdown, with the way to go on. */
function toText({ markdown, length, nextOffset, ...about }: JsonObject): string {
  const { text, nextOffset: cutAt } = cutPart(String(markdown), 0, largestText)
  const header = Object.entries(about)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const next = cutAt ?? nextOffset
  const more =
    typeof next === 'number'
      ? [
          `The page goes on${length === undefined ? '' : ` (${Number(length)} characters)`}: call get_page with offset ${next}.`,
        ]
      : []
  return [...header, fence(text), ...more].join('\n')
}
