import { AppError } from '../lib/errors.ts'
import { verifyPassword } from '../lib/passwords.ts'
import { members, secondFactors, users } from '../store/index.ts'
import { networkOf } from './attempts.ts'
import { type AuditEntry, recordRefusal } from './audit.ts'
import type { Context, Visit } from './context.ts'
import { readCode, useCode } from './second-factor.ts'
import { requireVisit, startSession } from './sessions.ts'
import { normalizeEmail } from './users.ts'

const minute = 60_000
/** A person may forget; who tries from elsewhere as well is stopped later, so that nobody is locked out at once. */
const perAccountAndAddress = { most: 10, window: 15 * minute }
const perAccount = { most: 100, window: 60 * minute }
const perAddress = { most: 50, window: 15 * minute }

export type Credentials = { email: string; password: string; totp?: string }

/** Signs a person in with their password; gives who it is. */
export async function signInWithPassword(
  context: Context,
  { email, password, totp }: Credentials,
): Promise<string> {
  const { store } = context
  const visit = requireVisit(context)
  const address = normalizeEmail(email)
  const giveBack = takeAttempt(context, visit, address)
  const user = await users.byEmail(store, address)
  const hash = user === undefined ? null : await users.passwordHash(store, user.id)
  const isRight = await verifyPassword(password, hash)
  if (!isRight || user === undefined) {
    await recordRefusal(context, refusal(address, 'password'))
    throw signInFailed()
  }
  const factor = await secondFactors.get(store, user.id)
  if (factor !== undefined && totp === undefined) {
    giveBack()
    throw new AppError('TOTP_REQUIRED', 'Enter the code of your authenticator app.')
  }
  const proof = factor === undefined ? undefined : await readCode(context, factor, totp ?? '')
  const isSignedIn = await store.transactIn('nothing', async (transaction) => {
    const isProven = proof === undefined || (await useCode(transaction, user.id, proof))
    if (!isProven) return false
    await startSession(transaction, visit, user.id, 'password')
    return true
  })
  if (!isSignedIn) {
    await recordRefusal(context, refusal(address, 'second factor'))
    throw new AppError('SIGN_IN_FAILED', 'This code is wrong or was used.')
  }
  giveBack()
  return user.id
}

function refusal(address: string, because: string): AuditEntry {
  return { action: 'session.create', subject: address, details: { because } }
}

/** Counts a try to prove that one is the owner of an account. */
export function takeAttempt(
  { signIn }: Pick<Context, 'signIn'>,
  { address }: Visit,
  account: string,
): () => void {
  const network = networkOf(address)
  return signIn.attempts.take(
    { subject: `both ${network} ${account}`, limit: perAccountAndAddress },
    { subject: `account ${account}`, limit: perAccount },
    { subject: `address ${network}`, limit: perAddress },
  )
}

function signInFailed(): AppError {
  return new AppError('SIGN_IN_FAILED', 'No account has this e-mail address and password.')
}

export type Self = {
  user: Omit<users.UserRow, 'createdAt' | 'emailVerified'> & {
    emailVerified: boolean
    hasPassword: boolean
    hasTotp: boolean
  }
  workspaces: members.MembershipRow[]
}

/** Who is signed in, and where they may go. */
export async function getSelf({ store, caller }: Context): Promise<Self> {
  const user = await requireSelf({ store, caller })
  const { id, email, firstName, lastName } = user
  const emailVerified = user.emailVerified === 1
  const hasPassword = (await users.passwordHash(store, id)) !== null
  const hasTotp = (await secondFactors.get(store, id)) !== undefined
  return {
    user: { id, email, emailVerified, firstName, lastName, hasPassword, hasTotp },
    workspaces: await members.ofUser(store, id),
  }
}

export async function requireSelf({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<users.UserRow> {
  const user = await users.byId(store, caller.userId)
  if (user !== undefined) return user
  throw new AppError('SIGN_IN_REQUIRED', 'Sign in first.')
}
