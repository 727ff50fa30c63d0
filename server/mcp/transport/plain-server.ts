import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Handler = (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>
type Issue = { path: string; expected: string | undefined }

/** More faults than this say nothing new. */
const mostIssues = 5

/**
 * The SDK answers params that its schemas refuse with an internal error, or with the list of faults as its
 * schema library prints it. Here they are what they are, invalid params, and said in words.
 */
export class PlainServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler)
    return async (request, ctx) => {
      try {
        return await wrapped(request, ctx)
      } catch (error) {
        const issues = error instanceof Error ? readIssues(error.message) : undefined
        if (issues === undefined) throw error
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, describe(method, issues))
      }
    }
  }
}

function describe(method: string, issues: readonly Issue[]): string {
  const faults = issues
    .slice(0, mostIssues)
    .map(({ path, expected }) => `${path} must be ${expected ?? 'a valid value'}`)
  return `The params of ${method} are not valid: ${faults.join('; ')}.`
}

/** The faults that a message of the SDK ends with, as JSON; undefined when it is about something else. */
function readIssues(message: string): Issue[] | undefined {
  const start = message.indexOf('[')
  if (start < 0) return undefined
  try {
    const list: unknown = JSON.parse(message.slice(start))
    return Array.isArray(list) && list.length > 0 ? list.map(readIssue) : undefined
  } catch {
    return undefined
  }
}

function readIssue(issue: unknown): Issue {
  const { path, expected } = { path: [], expected: undefined, ...Object(issue) }
  const names: unknown[] = Array.isArray(path) ? path : []
  return {
    path: names.length === 0 ? 'params' : names.map(String).join('.'),
    expected: typeof expected === 'string' ? expected : undefined,
  }
}
