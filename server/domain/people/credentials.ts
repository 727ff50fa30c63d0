import { clock } from '../../lib/clock.ts'
import {
  chatLinks,
  identities,
  inboxChats,
  keys,
  members,
  oneTimeTokens,
  passkeys,
  secondFactors,
  sessions,
  type Transaction,
  users,
} from '../../store/index.ts'

/**
 * Removes everything that lets someone act as a person. For an account with an unverified address: its creator
 * may not be the person who has just verified the address.
 */
export async function removeCredentials(transaction: Transaction, userId: string): Promise<void> {
  await users.setPassword(transaction, userId, null)
  await revokeAccess(transaction, userId, 'ended')
  await secondFactors.remove(transaction, userId)
  await identities.removeOfUser(transaction, userId)
}

export type RevokedCounts = { keys: number; passkeys: number }

/** Removes sessions and links and, unless they are kept, keys, passkeys and linked chats. */
export async function revokeAccess(
  transaction: Transaction,
  userId: string,
  which: 'kept' | 'ended',
): Promise<RevokedCounts> {
  await sessions.removeOfUser(transaction, userId)
  await oneTimeTokens.removeAllOfUser(transaction, userId)
  return which === 'ended' ? revokeKeysAndPasskeys(transaction, userId) : { keys: 0, passkeys: 0 }
}

/** Revokes API keys, passkeys and linked chats. */
export async function revokeKeysAndPasskeys(
  transaction: Transaction,
  userId: string,
): Promise<RevokedCounts> {
  for (const { id } of await members.workspacesOf(transaction, userId)) {
    await chatLinks.removeOfUser(transaction, id, userId)
    await inboxChats.endUnlinked(transaction, id)
  }
  return {
    keys: await keys.revokeOfUser(transaction, userId, clock.now()),
    passkeys: await passkeys.removeOfUser(transaction, userId),
  }
}
