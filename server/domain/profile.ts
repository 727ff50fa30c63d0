import { AppError, invalidInput } from '../lib/errors.ts'
import { hashPassword, verifyPassword } from '../lib/passwords.ts'
import { sessions, tickets, users } from '../store/index.ts'
import type { Context } from './context.ts'
import { requireVisit } from './sessions.ts'
import { requireSelf, takeAttempt } from './sign-in.ts'
import { addressTaken, checkPassword, checkPerson } from './users.ts'

export type ProfileChange = {
  firstName?: string
  lastName?: string
  email?: string
  /** Asked for with another e-mail address: that is what one signs in with. */
  password?: string
}

export async function updateProfile(context: Context, change: ProfileChange): Promise<void> {
  const { store, signIn } = context
  const { password, ...given } = change
  const before = await requireSelf(context)
  const after = checkPerson({ ...before, ...given })
  if (after.email !== before.email) {
    // Whoever the provider knows by an address is let into the account that has it.
    if (signIn.oidc !== undefined) {
      throw new AppError('FORBIDDEN', `E-mail addresses come from ${signIn.oidc.name} here.`)
    }
    await requirePassword(context, '/password', password ?? '')
  }
  await store.transactIn('everything', async (transaction) => {
    const holder = await users.byEmail(transaction, after.email)
    if (holder !== undefined && holder.id !== before.id) throw addressTaken(after.email)
    await users.update(transaction, { id: before.id, ...after })
    // A link that went to the address before is good no more.
    if (after.email !== before.email) await tickets.removeOfUser(transaction, 'reset', before.id)
  })
}

/** Sets another password, or the first one of somebody who had none; signs out all other browsers. */
export async function changePassword(
  context: Context,
  { current, next }: { current?: string; next: string },
): Promise<void> {
  const { store, caller } = context
  const { id } = await requireSelf(context)
  const violations = checkPassword(next, '/next')
  if (violations.length > 0) throw invalidInput(violations)
  const hasPassword = (await users.passwordHash(store, id)) !== null
  if (hasPassword) await requirePassword(context, '/current', current ?? '')
  const hash = await hashPassword(next)
  await store.transactIn('nothing', async (transaction) => {
    await users.setPassword(transaction, id, hash)
    await tickets.removeOfUser(transaction, 'reset', id)
    await sessions.removeOfUser(transaction, id, caller.sessionId)
  })
}

/** Asks again for the password before something that a borrowed browser must not do. */
export async function requirePassword(
  context: Context,
  path: string,
  password: string,
): Promise<void> {
  const { id, email } = await requireSelf(context)
  const hash = await users.passwordHash(context.store, id)
  if (hash === null) {
    throw new AppError('FORBIDDEN', 'Set a password first: this asks for it.')
  }
  const giveBack = takeAttempt(context, requireVisit(context), email)
  if (!(await verifyPassword(password, hash))) {
    throw invalidInput([{ path, rule: 'password', message: 'is not your password' }])
  }
  giveBack()
}
