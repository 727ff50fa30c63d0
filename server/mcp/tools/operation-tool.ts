import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context } from '../../domain/context.ts'
import { cutPart } from '../../domain/document/excerpt.ts'
import { referToPage } from '../../domain/pages/read.ts'
import { call } from '../../operations/call.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'
import { inActiveWorkspace, type Session, workspaceFor } from '../transport/session.ts'
import { createArgumentReader } from './arguments.ts'
import { fence } from './fence.ts'
import { largestText, sliceList, structuredResult, textResult } from './results.ts'
import {
  declared,
  inputSchema,
  isSliced,
  type JsonObject,
  listName,
  outputSchema,
} from './schemas.ts'
import { type Cut, takeCut, withDocument } from './tool-input.ts'
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
    run: async (session, given) => {
      const read = readArguments(given)
      const context = await contextFor(session, operation)
      const asked = { ...read, ...tool.fixed, ...(await place(session, operation, read)) }
      const { input: ready, cut } = takeCut(operation, await withDocument(context, tool, asked))
      const answer = await call(operation, context, ready)
      // SAFETY: the output of every operation is an object.
      const result = declared(operation.output, answer) as JsonObject
      return present(context, { operation, tool, input: ready, output: result, cut })
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

type Outcome = {
  operation: NamedOperation
  tool: Tool
  input: JsonObject
  output: JsonObject
  cut: Cut
}

async function present(context: Context, outcome: Outcome): Promise<CallToolResult> {
  const { operation, tool, input, output, cut } = outcome
  if (tool.answer === 'markdown') return textResult(toText(output))
  if (tool.answer === 'page') return structuredResult(await toReference(context, input, output))
  const name = listName(operation)
  return structuredResult(name === undefined ? output : sliceList(output, name, cut, cut.shift))
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
          `Truncated${length === undefined ? '' : ` (${Number(length)} characters in total)`}. Continue with get_page and offset ${next}.`,
        ]
      : []
  return [...header, fence(text), ...more].join('\n')
}
