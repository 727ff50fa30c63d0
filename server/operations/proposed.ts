import type { Proposed } from '../domain/proposals/propose.ts'
import { Type } from '../lib/json/type.ts'
import { proposalStates } from '../lib/vocabulary.ts'
import * as fields from './fields.ts'

/** The answer of a write that became a proposal, because the caller may only propose. */
export const proposedAnswer = Type.Object({
  proposalId: fields.id('ID of the proposal that the write became: you may only propose.'),
  state: fields.oneOf(proposalStates, 'State of the proposal.'),
})

export function isProposed(answer: unknown): answer is Proposed {
  if (typeof answer !== 'object' || answer === null || !('proposalId' in answer)) return false
  return Object.keys(answer).length === 2 && 'state' in answer
}
