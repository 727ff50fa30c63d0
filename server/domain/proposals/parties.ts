import { agentAccounts, keys, type proposals, type Reader } from '../../store/index.ts'
import type { Caller } from '../context.ts'

/** Who proposes or reviews. A person, their agents and their keys for agents are one party. */
export type Actor = {
  userId: string
  /** The person of the party. */
  partyId: string
  /** An agent account, or an agent with a key of the person. */
  isAgent: boolean
}

type Identity = Pick<Caller, 'userId' | 'forAgent'>

export async function actorOf(
  reader: Reader,
  workspaceId: string,
  { userId, forAgent }: Identity,
): Promise<Actor> {
  const account = await agentAccounts.get(reader, { workspaceId, userId })
  const isAgent = account !== undefined || forAgent === true
  return { userId, partyId: account?.ownerId ?? userId, isAgent }
}

/** Who made the last revision of a proposal. */
export async function proposerOf(
  reader: Reader,
  { workspaceId, createdBy: userId, keyId }: proposals.ProposalRow,
): Promise<Actor> {
  const key = keyId === null ? undefined : await keys.byId(reader, keyId)
  const identity = key?.forAgent === 1 ? { userId, forAgent: true as const } : { userId }
  return actorOf(reader, workspaceId, identity)
}
