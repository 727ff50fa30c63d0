import type { TObject } from 'typebox'
import { requireAdministrator } from '../domain/administration/administrators.ts'
import { type AuditEntry, recordRefusal } from '../domain/administration/audit.ts'
import type { Caller, Context, WorkspaceContext } from '../domain/context.ts'
import { answerOnce } from '../domain/idempotency/idempotency.ts'
import { requireReplayable } from '../domain/pages/replays.ts'
import { enterWorkspace, type Right } from '../domain/people/access.ts'
import { keepRun, withRun } from '../domain/runs/with-run.ts'
import { requireVisitorUse } from '../domain/sharing/visitor-limits.ts'
import { AppError } from '../lib/errors.ts'
import { loadOnce } from '../lib/load-later.ts'
import { asRequestOf } from '../lib/scheduling/current-request.ts'
import { requireTurn } from '../lib/time-slices.ts'
import { isSecret } from './fields.ts'
import type { IgnoredFields } from './ignored-fields.ts'
import { isOfWorkspace, type Operation } from './operation.ts'
import { createParser, type Parser } from './parse.ts'

type Input = Record<string, unknown>

const parsers = new WeakMap<object, Parser>()

/** Options of a call, and callbacks for information outside the answer. */
export type CallOptions = {
  /** A repeated write with the same key returns the first answer. */
  idempotencyKey?: string | undefined
  /** What of the answer is stored for it, without secrets. */
  keep?: (answer: unknown) => unknown
  onReplay?: () => void
  onIgnored?: (fields: IgnoredFields) => void
}

/**
 * Validates the input and runs an operation for a caller. All transports call it. Throws the codes of the operation,
 * and RATE_LIMITED if too many earlier requests of the caller are in progress.
 */
export function call(
  operation: Operation,
  context: Context,
  input: unknown,
  options: CallOptions = {},
): Promise<unknown> {
  const caller = whoWaits(context.caller)
  return asRequestOf(caller, () => callInTurn(operation, context, input, options))
}

/** Who waits for their own earlier requests, as the rate limit counts them; visitors of a link together. */
export function whoWaits({ keyId, userId, visitor }: Caller): string {
  return visitor?.linkId ?? keyId ?? userId
}

async function callInTurn(
  operation: Operation,
  context: Context,
  input: unknown,
  options: CallOptions,
): Promise<unknown> {
  requireTurn(whoWaits(context.caller))
  const parse = parserOf(inputSchema(operation, context), operation.changesAccess === true)
  const parsed = parse(input, options.onIgnored)
  try {
    const { access } = operation
    if (context.caller.visitor !== undefined) {
      await requireVisitorUse(context, operation.visitors, parsed)
    }
    if (access === 'administrator') await requireAdministrator(context)
    const { authorized, run } = isOfWorkspace(access)
      ? await enter(operation, context, { workspaceId: String(parsed['workspaceId']), access })
      : // SAFETY: without a right in a workspace, it is declared with a context that has no viewer.
        { authorized: context as WorkspaceContext, run: operation.run }
    const isRecorded = operation.writes === true && isOfWorkspace(access)
    const own = isRecorded ? await withRun(authorized, String(parsed['workspaceId'])) : authorized
    const { idempotencyKey } = options
    const answer =
      idempotencyKey === undefined || operation.writes !== true
        ? await run(own, parsed)
        : await runOnce({ ...operation, run }, own, parsed, { ...options, idempotencyKey })
    keepRun(own.caller.run)
    return answer
  } catch (error) {
    if (isRefusal(error, context)) {
      await recordRefusal(context, refusalOf(operation, parsed, error))
    }
    throw error
  }
}

type Run = Operation['run']

const loadInstead = loadOnce(() => import('../domain/proposals/instead.ts'))

/** The context of an operation in a workspace, and how it runs: callers that may only propose make a proposal. */
async function enter(
  operation: Operation,
  context: Context,
  { workspaceId, access }: { workspaceId: string; access: Right },
): Promise<{ authorized: WorkspaceContext; run: Run }> {
  const { run, proposes } = operation
  if (proposes !== true || context.caller.visitor !== undefined) {
    return { authorized: await enterWorkspace(context, workspaceId, access), run }
  }
  const { enterToPropose, orPropose } = await loadInstead()
  const { authorized, mayWrite } = await enterToPropose(context, workspaceId, access)
  return { authorized, run: orPropose(run, mayWrite) }
}

async function runOnce(
  operation: Operation,
  context: WorkspaceContext,
  input: Input,
  { idempotencyKey, onReplay, keep = (answer) => answer }: CallOptions & { idempotencyKey: string },
): Promise<unknown> {
  const request = {
    key: idempotencyKey,
    operation: operation.path,
    input,
    keep: (answer: unknown) => keep(withoutSecrets(operation, answer)),
  }
  const { answer, isReplayed } = await answerOnce(context, request, (recordingStore) =>
    operation.run(recordingStore, input),
  )
  if (isReplayed) {
    if (isOfWorkspace(operation.access)) await requireReplayable(context, pagesOf(input, answer))
    onReplay?.()
  }
  return answer
}

/** The IDs of pages in a request and its answer. */
function pagesOf(...objects: readonly unknown[]): string[] {
  return objects.flatMap((object) =>
    Object.entries(Object(object)).flatMap(([name, value]) => {
      if (name === 'pages' && Array.isArray(value)) return pagesOf(...value)
      const isPage = /^(?:id|pageId|parentId|newParentId|prevPageId)$/.test(name)
      return isPage && typeof value === 'string' ? [value] : []
    }),
  )
}

/** The answer without secrets, which is stored for replays. */
function withoutSecrets({ output }: Operation, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null || !('properties' in output)) return answer
  // SAFETY: the output of every operation is an object schema.
  const fields = output.properties as Record<string, object>
  const shown = Object.entries(answer).filter(([name]) => !isSecret(fields[name]))
  return Object.fromEntries(shown)
}

/** Whether an authenticated caller lacked a permission. */
function isRefusal(error: unknown, { caller }: Context): error is AppError {
  return error instanceof AppError && error.code === 'FORBIDDEN' && caller.userId !== ''
}

function refusalOf({ path }: Operation, input: Input, { message }: AppError): AuditEntry {
  const { workspaceId } = input
  return {
    action: 'operation.call',
    subject: path,
    details: { message },
    ...(typeof workspaceId === 'string' ? { workspaceId } : {}),
  }
}

/** The input schema of an operation on this server. */
export function inputSchema(
  { input, inputFor }: Pick<Operation, 'input' | 'inputFor'>,
  context: Context,
): TObject {
  return inputFor?.(context) ?? input
}

/** Compiled on first use, because compiling all schemas would double the startup time. */
function parserOf(input: TObject, refusesUnknown: boolean): Parser {
  let parser = parsers.get(input)
  if (parser === undefined) {
    parser = createParser(input, { refusesUnknown })
    parsers.set(input, parser)
  }
  return parser
}
