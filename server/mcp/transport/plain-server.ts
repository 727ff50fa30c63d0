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

const maxIssues = 5

/**
 * The SDK answers invalid params with an internal error, or with the raw output of its schema library. This
 * class answers with "invalid params" and a readable message.
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
    .slice(0, maxIssues)
    .map(({ path, expected }) => `${path} must be ${expected ?? 'a valid value'}`)
  return `The params of ${method} are not valid: ${faults.join('; ')}.`
}

/** The list of issues at the end of a message of the SDK, in JSON. Undefined if there is none. */
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
