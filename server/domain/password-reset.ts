import { AppError, invalidInput } from '../lib/errors.ts'
import { hashPassword } from '../lib/passwords.ts'
import {
  members,
  secondFactors,
  sessions,
  type Store,
  tickets,
  type Transaction,
  users,
} from '../store/index.ts'
import { networkOf } from './attempts.ts'
import type { Context, Visit } from './context.ts'
import { requireVisit } from './sessions.ts'
import { giveTicket, requireTicket, takeTicket } from './tickets.ts'
import { checkPassword, normalizeEmail, requireUser } from './users.ts'

const hour = 3_600_000

/**
 * Sends a link to an address if an account has it. Answers before any of that is known, so that neither the
 * answer nor its time tells who has an account.
 */
export function requestReset(context: Context, email: string): void {
  const { signIn } = context
  const visit = requireVisit(context)
  const address = normalizeEmail(email)
  signIn.attempts.take(
    { subject: `reset of ${address}`, limit: { most: 5, window: hour } },
    { subject: `reset by ${networkOf(visit.address)}`, limit: { most: 20, window: hour } },
  )
  if (signIn.mail === undefined) return
  void sendReset(context, visit, address).catch(visit.report)
}

async function sendReset(context: Context, visit: Visit, email: string): Promise<void> {
  const { store, signIn } = context
  const user = await users.byEmail(store, email)
  if (user === undefined) return
  const url = await store.transactIn('nothing', (transaction) =>
    resetLink(transaction, visit.origin, user.id),
  )
  await signIn.mail?.send({
    to: user.email,
    subject: 'Choose a new password',
    text: `Hello ${user.firstName},\n\nchoose a new password for Quire here within an hour:\n\n${url}\n\nIf you did not ask for this, leave it: nothing changes.\n`,
  })
}

/** A link that only the newest person to get one can use. */
async function resetLink(
  transaction: Transaction,
  origin: string,
  userId: string,
): Promise<string> {
  await tickets.removeOfUser(transaction, 'reset', userId)
  return `${origin}/reset-password#${await giveTicket(transaction, 'reset', { userId })}`
}

/** The operator's: where a person chooses a password for the web app, whether they had one or not. */
export async function issueResetLink(
  store: Store,
  email: string,
  origin: string,
  { secondFactor }: { secondFactor: 'kept' | 'removed' } = { secondFactor: 'kept' },
): Promise<{ userId: string; url: string }> {
  return store.transact(async (transaction) => {
    const { id } = await requireUser(transaction, email)
    if (secondFactor === 'removed') await secondFactors.remove(transaction, id)
    return { userId: id, url: await resetLink(transaction, origin, id) }
  })
}

/** A link to hand to a member who cannot sign in. */
export async function createResetLink(
  context: Context,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<string> {
  const { store } = context
  const visit = requireVisit(context)
  if ((await members.role(store, workspaceId, userId)) === undefined) {
    throw new AppError('MEMBER_NOT_FOUND', 'This person is not a member of the workspace.')
  }
  await requireCharge(context, userId)
  return store.transactIn('nothing', (transaction) => resetLink(transaction, visit.origin, userId))
}

/** The link opens the whole account: who gives it must run every workspace that the account opens. */
async function requireCharge({ store, caller }: Context, userId: string): Promise<void> {
  for (const { id, role } of await members.ofUser(store, userId)) {
    const own = await members.role(store, id, caller.userId)
    if (own === 'OWNER' || (own === 'ADMIN' && role !== 'OWNER')) continue
    throw new AppError(
      'FORBIDDEN',
      'You may not reset the password of this person: they are an owner, or in a workspace you do not run.',
    )
  }
}

/** Sets the password of the person a link was made for, and signs them out everywhere. */
export async function resetPassword(
  { store }: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const violations = checkPassword(password, '/password')
  if (violations.length > 0) throw invalidInput(violations)
  await requireTicket(store, 'reset', token)
  const hash = await hashPassword(password)
  await store.transactIn('nothing', async (transaction) => {
    const { userId } = await takeTicket(transaction, 'reset', token)
    await users.setPassword(transaction, userId ?? '', hash)
    await sessions.removeOfUser(transaction, userId ?? '')
  })
}
