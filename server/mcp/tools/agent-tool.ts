import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import type { WorkspaceContext } from '../../domain/context.ts'
import { dryRunStore } from '../../domain/pages/batch/dry-run.ts'
import type { Right } from '../../domain/people/access.ts'
import { AppError } from '../../lib/errors.ts'
import { Type } from '../../lib/json/type.ts'
import { call } from '../../operations/call.ts'
import { listOperations, type OperationId } from '../../operations/index.ts'
import type { Effect, ToolGroup } from '../../operations/operation.ts'
import { isProposed } from '../../operations/proposed.ts'
import { workspaceOf } from '../transport/request.ts'
import { type Aliases, createArgumentReader } from './arguments.ts'
import { delimitLine } from './delimit.ts'
import type { JsonObject } from './json-object.ts'
import { proposedResult } from './proposed.ts'
import { structuredResult, textResult } from './results.ts'
import { agentInputSchema } from './schemas.ts'
import type { AgentTool } from './tool.ts'

export type AgentContext = WorkspaceContext & {
  workspaceId: string
  /** Nothing is stored. `lasting` is the store that keeps what it is given. */
  dryRun: boolean
  lasting: WorkspaceContext
  /** The call has an idempotency key. */
  isKeyed: boolean
}

type Declaration<Input extends TObject> = {
  name: string
  /** Short: every agent reads it in every conversation. */
  description: string
  effect: Effect
  /** Listed only if `?tools=` names it. */
  group?: ToolGroup
  /** The operation that it calls, or the one closest to it. */
  operationId: OperationId
  /** For a caller who may only propose, it makes a proposal. */
  proposes?: true
  access: Right
  input: Input
  /** Parameters of earlier releases: accepted, but not listed. */
  aliases?: Aliases
  hidden?: readonly string[]
  /** Text is a result as it is, an object gets the name of the workspace. */
  run: (context: AgentContext, input: Static<Input>) => Promise<JsonObject | string>
}

const operations = new Map(listOperations().map((operation) => [operation.id, operation]))

/** A tool with an input of its own. It is checked and authorized like an operation. */
export function agentTool<const Input extends TObject>(tool: Declaration<Input>): AgentTool {
  const { name, description, effect, operationId, access, aliases = {}, hidden = [] } = tool
  const found = operations.get(operationId)
  if (found === undefined) throw new AppError('INTERNAL', `Unknown operation ${operationId}.`)
  const { proposes: _ofOperation, ...base } = found
  const input = Type.Object({ workspaceId: Type.String(), ...tool.input.properties })
  const writes = effect !== 'reads'
  const own = [...Object.keys(tool.input.properties), 'workspaceId']
  const parameters = writes ? [...own, 'dryRun'] : own
  const readArguments = createArgumentReader(
    {
      properties: { ...input.properties, dryRun: { type: 'boolean' } },
      required: tool.input.required ?? [],
    },
    parameters.filter((one) => !hidden.includes(one)),
    { formerNames: aliases, hiddenNames: hidden },
  )
  return {
    name,
    description,
    effect,
    group: tool.group,
    operationId,
    inputSchema: agentInputSchema(tool.input, { hidden, writes }),
    outputSchema: undefined,
    run: async (request, args) => {
      const { dryRun = false, workspaceId, ...read } = readArguments(args)
      const workspace = await workspaceOf(request, workspaceId)
      const key = isDry(dryRun) ? undefined : request.idempotencyKey
      const operation = {
        ...base,
        ...(tool.proposes === true && !isDry(dryRun) && { proposes: true as const }),
        access,
        input,
        inputFor: () => input,
        // SAFETY: call() parses the input with the schema of the tool.
        run: (context: WorkspaceContext, given: JsonObject) =>
          tool.run(
            { ...contextOf(context, workspace.id, isDry(dryRun)), isKeyed: key !== undefined },
            given as Static<Input>,
          ),
      }
      const given = { ...read, workspaceId: workspace.id }
      let isRepeat = false
      const answer = await call(operation, request.context, given, {
        idempotencyKey: key,
        keep: shortened,
        onReplay: () => {
          isRepeat = true
        },
      })
      if (isProposed(answer)) return proposedResult(request.context, answer, workspace.name)
      const more = { name: workspace.name, isDry: isDry(dryRun), isRepeat }
      return toResult(answer, more)
    },
  }
}

/** In characters, below the limit of an answer that is stored with a key. */
const maxStoredLength = 8000

/** A long list of pages is replayed as their IDs and versions. */
function shortened(answer: unknown): unknown {
  const { pages } = Object(answer)
  if (!Array.isArray(pages) || JSON.stringify(answer).length <= maxStoredLength) return answer
  return { ...Object(answer), pages: pages.map(({ id, version }: JsonObject) => ({ id, version })) }
}

/** Throws VALIDATION_FAILED. */
export function isDry(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new AppError('VALIDATION_FAILED', 'dryRun must be boolean')
}

function contextOf(context: WorkspaceContext, workspaceId: unknown, dryRun: boolean): AgentContext {
  const store = dryRun ? dryRunStore(context.store) : context.store
  return {
    ...context,
    store,
    workspaceId: String(workspaceId),
    dryRun,
    lasting: context,
    isKeyed: false,
  }
}

type More = { name: string | undefined; isDry: boolean; isRepeat: boolean }

function toResult(answer: unknown, { name, isDry: isOnlyTried, isRepeat }: More): CallToolResult {
  if (typeof answer === 'string') {
    const named = name === undefined ? [] : [`workspace: ${delimitLine(JSON.stringify(name))}`]
    return textResult([...named, answer].join('\n'))
  }
  // SAFETY: tools return text or an object.
  const value = answer as JsonObject
  return structuredResult({
    ...value,
    ...(isOnlyTried && { dryRun: true }),
    ...(isRepeat && { repeated: true }),
    ...(name !== undefined && { workspace: name }),
  })
}
