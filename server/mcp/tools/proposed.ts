import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Proposed } from '../../domain/proposals/propose.ts'
import { structuredResult } from './results.ts'

/** The result of a write that became a proposal. */
export function proposedResult(
  { proposalId, state }: Proposed,
  workspace: string | undefined,
): CallToolResult {
  return structuredResult({
    proposalId,
    state,
    note: 'Not written: you may only propose changes. A person reviews this proposal.',
    ...(workspace !== undefined && { workspace }),
  })
}
