import type { LanguageTag } from '../../../messages/languages.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { hashPassword, verifyPassword } from '../../lib/secrets/passwords.ts'
import { secondFactors, sessions, oneTimeTokens, users } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import { readServerSettings } from '../administration/server-settings.ts'
import type { Context } from '../context.ts'
import { revokeKeysAndPasskeys } from './credentials.ts'
import { sendAddressVerification } from './sign-in/address-verification.ts'
import { checkPassword, wordsOf } from './sign-in/password-rules.ts'
import { recordAuthentication, requireRecentAuthentication } from './sign-in/reauthentication.ts'
import { readCode, useCode } from './sign-in/second-factor.ts'
import { throttleConfirmation } from './sign-in/sign-in-throttle.ts'
import { requireSelf } from './sign-in/sign-in.ts'
import { addressTaken, checkPerson } from './users.ts'

/** What a person proves again that it is them with; the code only where they have a second factor. */
export type Secrets = { password: string; totp?: string }

export type ProfileChange = {
  firstName?: string
  lastName?: string
  email?: string
  /** Null leaves the choice to the browser. */
  language?: LanguageTag | null
  /** Asked for with another email address: that is what one signs in with. */
  password?: string
  totp?: string
}

export async function updateProfile(context: Context, change: ProfileChange): Promise<void> {
  const { store, signIn } = context
  const { password = '', totp, language, ...given } = change
  const before = await requireSelf(context)
  const after = checkPerson({ ...before, ...given })
  const isMoved = after.email !== before.email
  if (isMoved) {
    // Whoever the provider knows by an address is let into the account that has it.
    if (signIn.oidc !== undefined) {
      throw new AppError(
        'FORBIDDEN',
        `Email addresses are managed by ${signIn.oidc.name}. Change yours there.`,
      )
    }
    await requirePassword(context, '/password', secretsOf(password, totp))
  }
  await store.transactIn('global', async (transaction) => {
    const holder = await users.byEmail(transaction, after.email)
    if (holder !== undefined && holder.id !== before.id) throw addressTaken(after.email)
    await users.update(transaction, { id: before.id, ...after })
    if (language !== undefined) await users.setLanguage(transaction, { id: before.id, language })
    if (!isMoved) return
    await recordAudit(transaction, context.caller, {
      action: 'user.update',
      subject: before.id,
      details: { email: after.email, previousEmail: before.email },
    })
    // A link that went to the address before is good no more.
    await oneTimeTokens.removeOfUser(transaction, 'reset', before.id)
    await oneTimeTokens.removeOfUser(transaction, 'email', before.id)
  })
  if (isMoved) sendAddressVerification(context, { ...before, ...after })
}

export type PasswordChange = {
  current?: string
  totp?: string
  next: string
  /** Of API keys, passkeys and linked chats. */
  keys?: 'keep' | 'end'
}

/** Changes the password or sets a first one, and signs out all other browsers. Throws VALIDATION_FAILED, REAUTHENTICATION_REQUIRED. */
export async function changePassword(
  context: Context,
  { current = '', totp, next, keys = 'keep' }: PasswordChange,
): Promise<void> {
  const { store, caller } = context
  const self = await requireSelf(context)
  const { id } = self
  if ((await users.passwordHash(store, id)) === null) await requireRecentAuthentication(context)
  else await requirePassword(context, '/current', secretsOf(current, totp))
  const violations = await checkPassword(
    next,
    '/next',
    await wordsOf(store, self),
    await readServerSettings(store),
  )
  if (violations.length > 0) throw invalidInput(violations)
  const hash = await hashPassword(next)
  await store.transactIn('none', async (transaction) => {
    await users.setPassword(transaction, id, hash)
    await oneTimeTokens.removeOfUser(transaction, 'reset', id)
    await sessions.removeOfUser(transaction, id, caller.sessionId)
    await recordAudit(transaction, caller, {
      action: 'password.change',
      subject: id,
      details: { keys },
    })
    if (keys === 'end') await revokeKeysAndPasskeys(transaction, id)
  })
}

/** Counts as a new sign-in of the session. */
export async function confirmWithPassword(context: Context, secrets: Secrets): Promise<void> {
  await requirePassword(context, '/password', secrets)
  await context.store.transactIn('none', (transaction) =>
    recordAuthentication(transaction, context.caller),
  )
}

/** Checks the password again before a sensitive action. Throws FORBIDDEN, VALIDATION_FAILED, RATE_LIMITED. */
export async function requirePassword(
  context: Context,
  path: string,
  { password, totp = '' }: Secrets,
): Promise<void> {
  const { store } = context
  const { id } = await requireSelf(context)
  const hash = await users.passwordHash(store, id)
  if (hash === null) {
    throw new AppError('FORBIDDEN', 'Set a password first. You need it to confirm this change.')
  }
  const giveBack = throttleConfirmation(context)
  if (!(await verifyPassword(password, hash))) {
    throw invalidInput([{ path, rule: 'password', message: 'is not your password' }])
  }
  await requireCode(context, id, totp)
  giveBack()
}

async function requireCode(context: Context, userId: string, totp: string): Promise<void> {
  const { store } = context
  const factor = await secondFactors.get(store, userId)
  if (factor === undefined) return
  const proof = await readCode(context, factor, totp)
  const isRight = await store.transactIn('none', (transaction) =>
    useCode(transaction, context.caller, proof),
  )
  if (isRight) return
  const message = 'must be the code that your authenticator app shows now, or a recovery code'
  throw invalidInput([{ path: '/totp', rule: 'totp', message }])
}

function secretsOf(password: string, totp: string | undefined): Secrets {
  return totp === undefined ? { password } : { password, totp }
}
