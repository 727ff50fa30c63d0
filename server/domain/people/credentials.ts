import { clock } from '../../lib/clock.ts'
import {
  chatLinks,
  identities,
  keys,
  members,
  passkeys,
  secondFactors,
  sessions,
  oneTimeTokens,
  type Transaction,
  users,
} from '../../store/index.ts'

/**
 * Takes away everything that lets somebody act as a person. For an account whose address nobody had proved:
 * whoever made it may not be the one who has just proved that the address is theirs.
 */
export async function removeCredentials(transaction: Transaction, userId: string): Promise<void> {
  await users.setPassword(transaction, userId, null)
  await revokeAccess(transaction, userId, 'ended')
  await secondFactors.remove(transaction, userId)
  await identities.removeOfUser(transaction, userId)
}

export type Ended = { keys: number; passkeys: number }

/** Ends sessions and links; with them, unless they are kept, what acts as a person without their password. */
export async function revokeAccess(
  transaction: Transaction,
  userId: string,
  which: 'kept' | 'ended',
): Promise<Ended> {
  await sessions.removeOfUser(transaction, userId)
  await oneTimeTokens.removeAllOfUser(transaction, userId)
  return which === 'ended' ? revokeKeysAndPasskeys(transaction, userId) : { keys: 0, passkeys: 0 }
}

/** Ends API keys, passkeys and linked chats: what goes on working elsewhere, whoever set it up. */
export async function revokeKeysAndPasskeys(
  transaction: Transaction,
  userId: string,
): Promise<Ended> {
  for (const { id } of await members.workspacesOf(transaction, userId)) {
    await chatLinks.removeOfUser(transaction, id, userId)
  }
  return {
    keys: await keys.revokeOfUser(transaction, userId, clock.now()),
    passkeys: await passkeys.removeOfUser(transaction, userId),
  }
}
