import { requireMember } from '../domain/access.ts'
import { type AuditEntry, recordRefusal } from '../domain/audit.ts'
import type { Context } from '../domain/context.ts'
import { AppError } from '../lib/errors.ts'
import type { Operation } from './operation.ts'
import { createParser, type Parser } from './parse.ts'

type Input = Record<string, unknown>

const parsers = new WeakMap<object, Parser>()

/** Runs an operation for a caller, from input nobody has looked at yet. The one way in for every door. */
export async function call(
  operation: Operation,
  context: Context,
  input: unknown,
): Promise<unknown> {
  const parsed = parserOf(operation)(input)
  try {
    return await run(operation, context, parsed)
  } catch (error) {
    if (isRefusal(error, context)) {
      await recordRefusal(context, refusalOf(operation, parsed, error))
    }
    throw error
  }
}

async function run(operation: Operation, context: Context, input: Input): Promise<unknown> {
  const { access } = operation
  if (access !== 'public' && access !== 'key') {
    await requireMember(context, String(input['workspaceId']), access)
  }
  return operation.run(context, input)
}

/** What somebody who is known may not do. */
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

/** Made on first use: compiling every schema at start would double the time to the first answer. */
function parserOf({ input }: Operation): Parser {
  let parser = parsers.get(input)
  if (parser === undefined) {
    parser = createParser(input)
    parsers.set(input, parser)
  }
  return parser
}
