import type { Context } from '../../domain/context.ts'
import { findActiveWorkspace, findOwnWorkspace } from '../../domain/people/active-workspace.ts'
import type { WorkspaceItem } from '../../domain/people/workspaces.ts'
import { AppError } from '../../lib/errors.ts'

/** One request: who asks, and what its address says. Nothing is kept from one request to the next. */
export type Session = {
  context: Context
  /** `?workspace=` of the endpoint's address: a slug or id. */
  fixed: string | undefined
  /** Whether the client is introducing itself and wants the instructions. */
  isOpening: boolean
  report: (error: unknown) => void
}

/** The workspace of calls that name none. */
export function activeWorkspace({ context, fixed }: Session): Promise<WorkspaceItem | undefined> {
  return fixed === undefined ? findActiveWorkspace(context) : findOwnWorkspace(context, fixed)
}

/** The workspace a call is about, given the id it names, if any. */
export async function workspaceFor(session: Session, named: unknown): Promise<unknown> {
  if (named !== undefined && session.fixed === undefined) return named
  const active = await activeWorkspace(session)
  if (active === undefined) {
    throw new AppError(
      'FORBIDDEN',
      session.fixed === undefined
        ? 'This key has no access to any workspace. Ask the owner of a workspace to add you.'
        : 'You are not a member of the workspace in the URL of this MCP server. Correct the URL.',
    )
  }
  const wanted = typeof named === 'string' ? named.toLowerCase() : named
  if (wanted === undefined || wanted === active.id) return active.id
  throw new AppError(
    'FORBIDDEN',
    'The URL of this MCP server selects the workspace. Omit workspaceId.',
  )
}

/** The same session, its caller working in the active workspace. */
export async function inActiveWorkspace(session: Session): Promise<Context> {
  const { context } = session
  const active = await activeWorkspace(session)
  return { ...context, caller: { ...context.caller, activeWorkspaceId: active?.id } }
}
