import { requireMember } from '../domain/access.ts'
import type { Context } from '../domain/context.ts'
import type { Operation } from './operation.ts'
import { createParser, type Parser } from './parse.ts'

const parsers = new WeakMap<object, Parser>()

/** Runs an operation for a caller, from input nobody has looked at yet. The one way in for every door. */
export async function call(
  operation: Operation,
  context: Context,
  input: unknown,
): Promise<unknown> {
  const parsed = parserOf(operation)(input)
  const { access } = operation
  if (access !== 'public' && access !== 'key') {
    await requireMember(context, String(parsed['workspaceId']), access)
  }
  return operation.run(context, parsed)
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
