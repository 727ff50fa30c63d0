import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Context } from '../../domain/context.ts'
import { urlOf } from '../../domain/pages/urls.ts'
import type { Proposed } from '../../domain/proposals/propose.ts'
import { structuredResult } from './results.ts'

/** Where people review a proposal. */
export function proposalUrl(context: Pick<Context, 'publicUrl'>, proposalId: string): string {
  return urlOf(context, `/proposals/${proposalId}`)
}

/** The result of a write that became a proposal. */
export function proposedResult(
  context: Pick<Context, 'publicUrl'>,
  { proposalId, state }: Proposed,
  workspace: string | undefined,
): CallToolResult {
  return structuredResult({
    proposalId,
    state,
    url: proposalUrl(context, proposalId),
    note: 'Not written: you may only propose changes. A person reviews this proposal.',
    ...(workspace !== undefined && { workspace }),
  })
}
