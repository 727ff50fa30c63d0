import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context, WorkspaceContext } from '../../domain/context.ts'
import { dryRunStore } from '../../domain/pages/batch/dry-run.ts'
import { referToPage } from '../../domain/pages/read.ts'
import { enterWorkspace } from '../../domain/people/access.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { call } from '../../operations/call.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'
import { isProposed } from '../../operations/proposed.ts'
import {
  inActiveWorkspace,
  type McpRequest,
  type NamedWorkspace,
  workspaceOf,
} from '../transport/request.ts'
import { isDry } from './agent-tool.ts'
import { aliasOf, type Aliases, createArgumentReader } from './arguments.ts'
import { withCommentLink } from './comment-links.ts'
import type { JsonObject } from './json-object.ts'
import { aliasesOf, resolveArguments } from './page-arguments.ts'
import { withPageLines } from './page-lines.ts'
import { toText } from './page-text.ts'
import { proposedResult } from './proposed.ts'
import { limitList, structuredResult, textResult } from './results.ts'
import { pickDeclared, inputSchema, isSliced, listName, outputSchema } from './schemas.ts'
import { type ListWindow, readListWindow, withDocument } from './tool-input.ts'
import type { AgentTool } from './tool.ts'

/** An operation of the table as a tool. */
export function operationTool(declaredOperation: NamedOperation, tool: Tool): AgentTool {
  const operation = {
    ...declaredOperation,
    ...tool.instead,
    ...(tool.proposes === true && { proposes: true as const }),
  }
  const input = inputSchema(operation, tool)
  const output = outputSchema(operation, tool)
  const parameters = Object.keys(operation.input.properties)
    .filter((name) => !(name in (tool.fixed ?? {})) && name !== tool.document)
    .concat(tool.document === undefined ? [] : ['markdown'], isSliced(operation) ? ['offset'] : [])
  const aliases = aliasesOf(operation)
  const writes = operation.writes === true
  const readArguments = createArgumentReader(
    { ...operation.input, properties: { ...operation.input.properties, ...ownParameters } },
    writes ? [...parameters, 'dryRun'] : parameters,
    { hiddenNames: [tool.document ?? []].flat(), aliases },
  )
  return {
    name: tool.name,
    description: tool.description,
    effect: tool.effect,
    group: tool.group,
    operationId: operation.id,
    inputSchema: input,
    outputSchema: output,
    run: async (request, args) => {
      const { dryRun: wished = false, ...read } = readArguments(args)
      const dryRun = isDry(wished)
      const context = dryRun ? triedIn(request.context) : await contextFor(request, operation)
      const workspace = await workspaceArgument(request, operation, read)
      const given = await resolveArguments(operation, { ...read, ...tool.fixed }, () =>
        enterWorkspace(request.context, String(workspace?.id), 'read'),
      )
      const requested = workspace === undefined ? given : { ...given, workspaceId: workspace.id }
      const { input: ready, window } = readListWindow(
        operation,
        await withDocument(context, tool, requested),
      )
      const { idempotencyKey } = request
      const replays: true[] = []
      const onReplay = () => void replays.push(true)
      const options = dryRun ? {} : { idempotencyKey, onReplay }
      const answer = await withAliases(aliases, () => call(operation, context, ready, options))
      if (isProposed(answer)) return proposedResult(request.context, answer, workspace?.name)
      // SAFETY: the output of every operation is an object.
      const result = pickDeclared(operation.output, answer) as JsonObject
      const named = {
        ...(replays.length > 0 && { repeated: true as const }),
        ...(workspace?.name !== undefined && { workspace: workspace.name }),
      }
      const outcome = { operation, tool, input: ready, output: result, window, named }
      return toResult(request.context, dryRun ? { ...outcome, dryRun } : outcome)
    },
  }
}

/** Errors name the parameters as they are listed. */
async function withAliases(aliases: Aliases, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.violations === undefined) throw error
    const renamed = (text: string) =>
      text.replaceAll(/\b(?:page|parent|newParent|prevPage)Id\b/g, (name) => aliasOf(aliases, name))
    throw invalidInput(
      error.violations.map(({ path, message, ...violation }) => ({
        ...violation,
        path: renamed(path),
        message: renamed(message),
      })),
    )
  }
}

const ownParameters = { dryRun: { type: 'boolean' }, offset: { type: 'integer' } }

function triedIn(context: Context): Context {
  return { ...context, store: dryRunStore(context.store) }
}

/** Only the list of workspaces tells which one is current. */
function contextFor(request: McpRequest, { access }: NamedOperation): Promise<Context> | Context {
  return access === 'key' ? inActiveWorkspace(request) : request.context
}

/** Undefined for an operation outside of workspaces. */
async function workspaceArgument(
  request: McpRequest,
  { input, id }: NamedOperation,
  { workspaceId }: JsonObject,
): Promise<NamedWorkspace | undefined> {
  if (!('workspaceId' in input.properties)) return undefined
  if (id === 'workspaces.select' && workspaceId === undefined) return undefined
  return workspaceOf(request, workspaceId)
}

type Outcome = {
  operation: NamedOperation
  tool: Tool
  input: JsonObject
  output: JsonObject
  window: ListWindow
  /** The name of the workspace, and whether the answer is that of an earlier call. */
  named: { workspace?: string; repeated?: true }
  dryRun?: true
}

async function toResult(context: Context, outcome: Outcome): Promise<CallToolResult> {
  const { operation, tool, input, output, window, named, dryRun } = outcome
  if (tool.answer === 'markdown') return textResult(toText({ ...named, ...output }))
  const more = { ...named, ...(dryRun && { dryRun }) }
  if (tool.answer === 'page') {
    // A page that was only tried does not exist.
    const isTried = dryRun && 'pageId' in output
    const reference = isTried ? {} : await toPageReference(context, input, output)
    return structuredResult({ ...reference, ...more })
  }
  const name = listName(operation)
  const known = dryRun && tool.effect === 'adds' ? withoutIds(output) : output
  const value: JsonObject = {
    ...withCommentLink(context, { operation, input, output: known }),
    ...more,
  }
  if (name === undefined) return structuredResult(value)
  const list = value[name]
  const described =
    tool.listsPages && Array.isArray(list)
      ? {
          ...value,
          [name]: await describeWindow(await workspaceContext(context, input), list, window),
        }
      : value
  return structuredResult(limitList(described, name, window, window.skipped))
}

/** What was only tried does not exist. */
function withoutIds(output: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(output).filter(([name]) => !name.endsWith('Id')))
}

/** Only pages that the caller gets are described. */
async function describeWindow(
  context: WorkspaceContext,
  list: readonly JsonObject[],
  { offset, limit }: ListWindow,
): Promise<JsonObject[]> {
  const shown = list.slice(offset, offset + limit)
  return list.toSpliced(offset, shown.length, ...(await withPageLines(context, shown)))
}

function workspaceContext(
  context: Context,
  { workspaceId }: JsonObject,
): Promise<WorkspaceContext> {
  return enterWorkspace(context, String(workspaceId).toLowerCase(), 'read')
}

async function toPageReference(
  context: Context,
  input: JsonObject,
  output: JsonObject,
): Promise<JsonObject> {
  const { ok: _ok, pageId: createdId, url: _url, ...rest } = output
  const member = await workspaceContext(context, input)
  const page = await referToPage(member, String(createdId ?? input['pageId']).toLowerCase())
  return { ...page, ...rest }
}
