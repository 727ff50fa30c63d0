import type { Context } from '../../domain/context.ts'
import { findActiveWorkspace, findOwnWorkspace } from '../../domain/people/active-workspace.ts'
import type { WorkspaceItem } from '../../domain/people/workspaces.ts'
import { AppError } from '../../lib/errors.ts'

/** One MCP request: its caller and what its URL selects. The server keeps no MCP sessions. */
export type McpRequest = {
  context: Context
  /** `?workspace=` in the URL of the endpoint: a slug or ID. */
  fixedWorkspace: string | undefined
  /** `?tools=` in the URL: the groups that a list contains in addition; `all` is every tool. */
  toolsets: readonly string[]
  /** Whether the answer is a stream of changes, or the client of a revision that has them. */
  canListen?: true
  /** Whether the client initializes and needs the instructions. */
  isInitializing: boolean
  /** A repeated write with the same key returns the first answer. */
  idempotencyKey?: string
  report: (error: unknown) => void
}

/** The workspace of calls without `workspaceId`. */
export function activeWorkspace({
  context,
  fixedWorkspace,
}: McpRequest): Promise<WorkspaceItem | undefined> {
  return fixedWorkspace === undefined
    ? findActiveWorkspace(context)
    : findOwnWorkspace(context, fixedWorkspace)
}

export type NamedWorkspace = { id: unknown; name: string | undefined }

/**
 * The workspace of a call with this `workspaceId`, an ID or a slug, if any. One that the caller is not a member of is
 * returned as given, so that the operation rejects it. Throws FORBIDDEN.
 */
export async function workspaceOf(request: McpRequest, named: unknown): Promise<NamedWorkspace> {
  const { fixedWorkspace } = request
  if (named !== undefined && fixedWorkspace === undefined) {
    const own =
      typeof named === 'string' ? await findOwnWorkspace(request.context, named) : undefined
    return own ?? { id: named, name: undefined }
  }
  const active = await activeWorkspace(request)
  if (active === undefined) {
    throw new AppError(
      'FORBIDDEN',
      fixedWorkspace === undefined
        ? 'This key has no access to any workspace. Ask the owner of a workspace to add you.'
        : 'You are not a member of the workspace in the URL of this MCP server. Correct the URL.',
    )
  }
  const wanted = typeof named === 'string' ? named.toLowerCase() : named
  if (wanted === undefined || wanted === active.id || wanted === active.slug) return active
  throw new AppError(
    'FORBIDDEN',
    'The URL of this MCP server selects the workspace. Omit workspaceId.',
  )
}

/** The ID of that workspace. Throws FORBIDDEN. */
export async function workspaceFor(request: McpRequest, named: unknown): Promise<unknown> {
  return (await workspaceOf(request, named)).id
}

/** The context of the request with the active workspace of its caller. */
export async function inActiveWorkspace(request: McpRequest): Promise<Context> {
  const { context } = request
  const active = await activeWorkspace(request)
  return { ...context, caller: { ...context.caller, activeWorkspaceId: active?.id } }
}
