import { clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import {
  chatLinks,
  inboxChats,
  invitations,
  keys,
  members,
  oneTimeTokens,
  type Reader,
  sessions,
  type Store,
  type Transaction,
  users,
} from '../../../store/index.ts'
import { requireOtherAdministrator } from '../../administration/administrators.ts'
import { type AuditActor, operatorActor, recordAudit } from '../../administration/audit.ts'
import type { Context } from '../../context.ts'
import { endLinks } from '../../rights/removal.ts'
import { pauseAgentsOf } from '../owned-agents.ts'
import { requireUser } from '../users.ts'

/** For the operator. Throws USER_NOT_FOUND, LAST_ADMINISTRATOR. */
export async function disableUser(store: Store, email: string): Promise<users.UserRow> {
  return store.transact(async (transaction) => {
    const user = await requireUser(transaction, email)
    return disable(transaction, user, operatorActor)
  })
}

/** For the operator. Throws USER_NOT_FOUND. */
export async function enableUser(store: Store, email: string): Promise<users.UserRow> {
  return store.transact(async (transaction) => {
    const user = await requireUser(transaction, email)
    return enable(transaction, user, operatorActor)
  })
}

/** Accounts by name, and whether there are more. */
export async function listAccounts(
  { store }: Context,
  { query = '', limit, offset }: { query?: string; limit: number; offset: number },
): Promise<{ rows: Awaited<ReturnType<typeof users.accounts>>; hasMore: boolean }> {
  const rows = await users.accounts(store, { text: query.trim(), limit: limit + 1, offset })
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** For administrators. Throws FORBIDDEN, USER_NOT_FOUND, LAST_ADMINISTRATOR. */
export async function disableAccount({ store, caller }: Context, userId: string): Promise<void> {
  if (userId === caller.userId) {
    throw new AppError(
      'FORBIDDEN',
      'You cannot disable your own account. Ask another administrator.',
    )
  }
  await store.transact(async (transaction) =>
    disable(transaction, await requireAccount(transaction, userId), caller),
  )
}

/** For administrators. Throws USER_NOT_FOUND. */
export async function enableAccount({ store, caller }: Context, userId: string): Promise<void> {
  await store.transact(async (transaction) =>
    enable(transaction, await requireAccount(transaction, userId), caller),
  )
}

/** Memberships, the password, passkeys and the second factor stay, for the day the account is enabled again. */
async function disable(
  transaction: Transaction,
  user: users.UserRow,
  actor: AuditActor,
): Promise<users.UserRow> {
  if (user.disabledAt !== null) return user
  await requireOtherAdministrator(transaction, user.id)
  const now = clock.now()
  await users.setDisabled(transaction, user.id, now)
  await sessions.removeOfUser(transaction, user.id)
  await oneTimeTokens.removeAllOfUser(transaction, user.id)
  const revokedKeys = await keys.revokeOfUser(transaction, user.id, now)
  for (const { id: workspaceId } of await members.workspacesOf(transaction, user.id)) {
    await chatLinks.removeOfUser(transaction, workspaceId, user.id)
    await inboxChats.endUnlinked(transaction, workspaceId)
    await endLinks(transaction, { workspaceId, userId: user.id })
    await invitations.removeOfCreator(transaction, { workspaceId, userId: user.id })
  }
  await pauseAgentsOf(transaction, { userId: user.id }, actor)
  const details = { email: user.email, keys: revokedKeys }
  await recordAudit(transaction, actor, { action: 'user.disable', subject: user.id, details })
  return { ...user, disabledAt: now }
}

async function enable(
  transaction: Transaction,
  user: users.UserRow,
  actor: AuditActor,
): Promise<users.UserRow> {
  if (user.disabledAt === null) return user
  await users.setDisabled(transaction, user.id, null)
  const details = { email: user.email }
  await recordAudit(transaction, actor, { action: 'user.enable', subject: user.id, details })
  return { ...user, disabledAt: null }
}

async function requireAccount(reader: Reader, userId: string): Promise<users.UserRow> {
  const user = await users.byId(reader, userId)
  if (user !== undefined) return user
  throw new AppError('USER_NOT_FOUND', 'No account has this ID. Refresh the list.')
}
