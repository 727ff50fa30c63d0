import { isLanguageTag, type LanguageTag } from '../../../../messages/languages.ts'
import { AppError } from '../../../lib/errors.ts'
import { verifyPassword } from '../../../lib/secrets/passwords.ts'
import { members, secondFactors, users, workspaces } from '../../../store/index.ts'
import { type AuditEntry, recordRefusal } from '../../administration/audit.ts'
import { rightsOnServer } from '../../administration/quotas.ts'
import { loadServerSettings } from '../../administration/server-settings.ts'
import { requirePasskeyIfOwned } from '../../administration/sign-in-policies.ts'
import type { Context } from '../../context.ts'
import { normalizeEmail } from '../users.ts'
import { countFailedSignIn } from './failed-sign-ins.ts'
import { readCode, useCode } from './second-factor.ts'
import { requireBrowser, startSession } from './sessions.ts'
import { deviceIdOf, rememberDevice, throttleSignIn } from './sign-in-throttle.ts'

export type Credentials = { email: string; password: string; totp?: string }

/** Signs a person in with their password; gives who it is. */
export async function signInWithPassword(
  context: Context,
  { email, password, totp }: Credentials,
): Promise<string> {
  const { store } = context
  const browser = requireBrowser(context)
  const address = normalizeEmail(email)
  const user = await users.byEmail(store, address)
  const deviceId = user === undefined ? undefined : deviceIdOf(context, browser, user.id)
  const giveBack = throttleSignIn(context, browser, { account: address, deviceId })
  const hash = user === undefined ? null : await users.passwordHash(store, user.id)
  const isRight = await verifyPassword(password, hash)
  if (!isRight || user === undefined) {
    countFailedSignIn('password')
    await recordRefusal(context, refusal(address, 'password'))
    throw signInFailed()
  }
  const factor = await secondFactors.get(store, user.id)
  if (factor !== undefined && totp === undefined) {
    giveBack()
    throw new AppError('TOTP_REQUIRED', 'Enter the code of your authenticator app.')
  }
  const proof = factor === undefined ? undefined : await readCode(context, factor, totp ?? '')
  const isSignedIn = await store.transactIn('none', async (transaction) => {
    const actor = { userId: user.id, via: 'web', client: browser } as const
    const isProven = proof === undefined || (await useCode(transaction, actor, proof))
    // Changed or taken away while the password was checked: then it opens nothing any more.
    const isCurrent = (await users.passwordHash(transaction, user.id)) === hash
    if (!isProven || !isCurrent) return false
    if (proof === undefined) {
      await requirePasskeyIfOwned(transaction, await loadServerSettings(transaction), user.id)
    }
    await startSession(transaction, context, user.id, { by: 'password' })
    return true
  })
  if (!isSignedIn) {
    countFailedSignIn('second factor')
    await recordRefusal(context, refusal(address, 'second factor'))
    throw new AppError('SIGN_IN_FAILED', 'This code is wrong or was already used.')
  }
  giveBack()
  rememberDevice(context, browser, user.id)
  return user.id
}

function refusal(address: string, because: string): AuditEntry {
  return { action: 'session.create', subject: address, details: { because } }
}

function signInFailed(): AppError {
  return new AppError('SIGN_IN_FAILED', 'The email address or password is wrong.')
}

export type Self = {
  user: Pick<users.UserRow, 'id' | 'email' | 'firstName' | 'lastName'> & {
    emailVerified: boolean
    /** Null when the person chose none. */
    language: LanguageTag | null
    hasPassword: boolean
    hasTotp: boolean
  }
  /** What the person may do on the server as a whole. */
  rights: Awaited<ReturnType<typeof rightsOnServer>>
  /** Then nothing else is open to them, and no workspaces are listed. */
  needsSecondFactor: boolean
  workspaces: (Omit<members.MembershipRow, 'scope'> & {
    isGuest: boolean
    keepsLineBreaks: boolean
  })[]
}

/** Who is signed in, and where they may go. */
export async function getSelf({ store, caller }: Context): Promise<Self> {
  const user = await requireSelf({ store, caller })
  const { id, email, firstName, lastName } = user
  const language = user.language !== null && isLanguageTag(user.language) ? user.language : null
  const emailVerified = user.emailVerified === 1
  const hasPassword = (await users.passwordHash(store, id)) !== null
  const { needsSecondFactor = false } = caller
  const own = needsSecondFactor ? [] : await members.ofUser(store, id)
  const hasTotp = (await secondFactors.get(store, id)) !== undefined
  return {
    user: { id, email, emailVerified, firstName, lastName, language, hasPassword, hasTotp },
    rights: await rightsOnServer({ store, caller }),
    needsSecondFactor,
    workspaces: await Promise.all(
      own.map(async ({ scope, ...workspace }) => ({
        ...workspace,
        isGuest: scope === 'shared',
        keepsLineBreaks: await workspaces.keepsLineBreaks(store, workspace.id),
      })),
    ),
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
